# frozen_string_literal: true

# The adapter for fog-aliyun, whose storage service signs with V1 in the headers.
#
# Requests go through the call on which the operations of the service rest, `request`, as far as Excon,
# its HTTP library, which sends nothing here. The service has URLs, too, but Ruby 3 lacks the URI.encode
# that writes them.

require 'fog/aliyun'
require 'uri'

require_relative 'protocol'

# The clock of the service, and of nothing else in the process.
class Clock < ::Time
  class << self
    attr_accessor :now

    def new
      at(now)
    end
  end
end
Fog::Storage::Aliyun.const_get(:Real).const_set(:Time, Clock)

# Keeps the text that was signed last.
module Signed
  class << self
    attr_accessor :text
  end

  def digest(digest, key, text)
    Signed.text = text
    super
  end
end
OpenSSL::HMAC.singleton_class.prepend(Signed)

# Excon hands a request to a stub where it would be sent.
SENT = []
Excon.stub({}, lambda do |request|
  SENT.replace([request])
  { status: 200, body: '' }
end)

# The parameters that operations write, in their order, and where.
BUCKET = %w[acl cors lifecycle location logging referer uploads website].map { |name| [name] }
OBJECT = [%w[uploads], %w[uploadId], %w[partNumber uploadId]].freeze
LISTING = %w[prefix marker max-keys delimiter].freeze
# What operations send for an object, by the method and those parameters.
CALLS = [
  ['GET'], ['PUT'], ['HEAD'], ['DELETE'], %w[POST uploads], %w[PUT partNumber uploadId],
  %w[GET uploadId], %w[POST uploadId], %w[DELETE uploadId]
].freeze

# Why no operation sends what is asked for, or nil. put_object leaves its options alone, and copy_object
# has the one header that an operation signs.
UNREACHABLE = lambda do |given|
  method, key, bucket = given.values_at('method', 'key', 'bucket')
  names = (given['query'] || []).map(&:first)
  headers = (given['headers'] || []).map(&:first)
  copied = key && method == 'PUT' && names.empty?
  ranged = key && method == 'GET' && names.empty?
  allowed = [*('x-oss-copy-source' if copied), *('Range' if ranged)]
  return 'no operation of the service takes these headers' unless (headers - allowed).empty?

  sent = if key then CALLS.include?([method, *names.sort])
         elsif names.empty? && bucket then %w[GET PUT DELETE].include?(method)
         else method == 'GET'
         end
  sent ? nil : 'no operation of the service sends this'
end

# The query that an operation writes into the path and into the resource, which are the same for
# subresources; a list's query is in the path alone.
def written(given)
  query = given['query'] || []
  names = query.map(&:first)
  raise Unsupported, 'no operation sends a parameter twice' if names.uniq != names
  return ['', ''] if query.empty?

  values = query.to_h
  subresource = (given['key'] ? OBJECT : BUCKET).find { |own| own.sort == names.sort }
  if subresource
    bare = subresource == names && values.values == [nil]
    raise Unsupported, 'no operation sends this' if bare == subresource.include?('uploadId')
    raise Unsupported, 'no operation sends this' unless bare || values.values.none?(&:nil?)

    text = "?#{subresource.map { |name| bare ? name : "#{name}=#{values[name]}" }.join('&')}"
    return [text, text]
  end
  listed = LISTING & names
  if given['key'] || listed.sort != names.sort || values.values.any?(&:nil?)
    raise Unsupported, 'no operation sends these parameters'
  end

  ["?#{listed.map { |name| "#{name}=#{values[name]}" }.join('&')}", '']
end

def storage(given)
  unless [nil, 'virtual-host'].include?(given['addressing'])
    raise Unsupported, 'the service puts the bucket before the host, always'
  end

  credentials = given['credentials'] || {}
  raise Unsupported, 'the service takes no security token' if credentials['securityToken']

  Fog::Storage::Aliyun.new(
    aliyun_accesskey_id: credentials['accessKeyId'],
    aliyun_accesskey_secret: credentials['accessKeySecret'],
    aliyun_oss_bucket: given['bucket'] || 'none',
    aliyun_oss_endpoint: given['endpoint'] || 'https://oss-cn-hangzhou.aliyuncs.com',
    connection_options: { mock: true }
  )
end

# The headers as the service takes them: a hash, and the Content-Type apart from it.
def headers(given)
  pairs = given['headers'] || []
  names = pairs.map(&:first)
  raise Unsupported, 'a hash cannot hold a name twice' if names.uniq != names

  types, others = pairs.partition { |name, _| name.casecmp?('content-type') }
  raise Unsupported, 'the service takes one Content-Type' if types.length > 1

  [types.dig(0, 1), others.to_h]
end

def sign(given)
  raise Unsupported, 'the call needs a time' if given['time'].nil?

  Clock.now = given['time']
  query, signed_query = written(given)
  type, own = headers(given)
  bucket, key = given.values_at('bucket', 'key')
  raise Unsupported, 'the service has no key without a bucket' if key && bucket.nil?

  storage(given).request(
    { method: given['method'], bucket: bucket, path: "#{key}#{query}", contentType: type,
      headers: own, resource: bucket && "#{bucket}/#{key}#{signed_query}" }.compact
  )
  shown(SENT.first)
end

# What the service hands to Excon, and whether Excon would write it; the target as Excon writes it.
def shown(request)
  given = request[:headers].compact
  begin
    Excon::Utils.headers_hash_to_s(given)
  rescue Excon::Errors::InvalidHeaderKey, Excon::Errors::InvalidHeaderValue => e
    raise TransportRefusal, e.message
  end
  authorization = given['Authorization']
  { signature: authorization.rpartition(':').last, authorization: authorization,
    headers: given.map { |name, value| [name, value.to_s] },
    target: "#{request[:path]}#{Excon::Utils.query_string(request)}", stages: { stringToSign: Signed.text } }
end

Adapter.new(
  'fog-aliyun', Fog::Aliyun::VERSION, { 'v1.header' => method(:sign) },
  [ArgumentError, URI::Error, Fog::Errors::Error], UNREACHABLE
).serve
