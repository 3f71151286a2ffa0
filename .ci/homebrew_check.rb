# Reads a formula as Homebrew does, on each platform, and prints what it would fetch.
#
#     ruby homebrew_check.rb FORMULA
#
# A formula that names something for a platform twice, or leaves something out, ends this with 1.

# What stands in for Homebrew: it keeps what a formula says.
class Formula
  class << self
    attr_accessor :system_name, :processor, :said

    %i[desc homepage version license url sha256].each do |name|
      define_method(name) do |value = nil|
        return said[name] if value.nil?

        abort "#{name} is given twice" if said.key?(name)
        said[name] = value
      end
    end

    { on_macos: :macos, on_linux: :linux }.each do |name, value|
      define_method(name) { |&block| block.call if Formula.system_name == value }
    end

    { on_arm: :arm64, on_intel: :x86_64 }.each do |name, value|
      define_method(name) { |&block| block.call if Formula.processor == value }
    end

    def test; end
  end
end

text = File.read(ARGV.fetch(0))
abort "something is not filled in" if text.include?("@")
%i[macos linux].product(%i[arm64 x86_64]).each do |system_name, processor|
  Formula.system_name = system_name
  Formula.processor = processor
  Formula.said = {}
  Object.send(:remove_const, :OssConform) if Object.const_defined?(:OssConform)
  # The values are kept by the class that is being made.
  Formula.define_singleton_method(:inherited) { |formula| formula.said = {} }
  eval(text) # It is our own template.
  said = OssConform.said
  missing = %i[desc homepage version license url sha256] - said.keys
  abort "#{system_name} on #{processor} has no #{missing.join(", ")}" unless missing.empty?
  abort "there is no way to install" unless OssConform.method_defined?(:install)
  puts "#{said[:sha256]}  #{said[:url]}"
end
