# frozen_string_literal: true

# The adapter protocol, version 1, for any SDK that Ruby can call. Nothing here knows an SDK.

require 'base64'
require 'json'

PROTOCOL = 1
# With this word on its command line an adapter also gives what no public call of its SDK sends. Such
# a run shows which bytes the code of the SDK makes, and charges nobody.
INTERNALS = '--internals'

# The SDK has no way to express what a request asks for.
class Unsupported < StandardError; end

# The SDK signed, and the HTTP library that it sends with refuses the request.
class TransportRefusal < StandardError; end

# One SDK, as the protocol sees it: its name and version, its operations by name, each a function from
# the input to the output, the exceptions with which it refuses, and a function that says why no public
# call sends an input.
Adapter = Struct.new(:name, :version, :operations, :refusals, :unreachable) do
  # Answers the requests on standard input until `bye` or the end of the input.
  def serve
    replies = $stdout.dup
    $stdout.reopen($stderr) # What an SDK prints is no reply.
    while (line = $stdin.gets)
      request = JSON.parse(line)
      break if request['op'] == 'bye'

      replies.puts(JSON.generate(reply(request)))
      replies.flush
    end
  end

  private

  def reply(request)
    return greeting(request) if request['op'] == 'hello'

    { seq: request['seq'] }.merge(answer(request))
  end

  def greeting(request)
    return { protocol: PROTOCOL, error: 'version 1 only' } if request['protocol'] != PROTOCOL

    { protocol: PROTOCOL, sdk: { name: name, version: version, language: 'ruby' },
      operations: operations.keys, features: [], window: 16, profiles: %w[signing hardening] }
  end

  def answer(request)
    operation = operations[request['operation']]
    raise Unsupported, 'no such operation' if operation.nil? || request['op'] != 'run'

    given = decoded(request['input'])
    reason = unreachable.call(given) unless ARGV.include?(INTERNALS)
    raise Unsupported, reason if reason

    { status: 'ok', output: sayable(operation.call(given)) }
  rescue Unsupported => e
    { status: 'unsupported', reason: e.message }
  rescue TransportRefusal => e
    { status: 'rejected', refusedBy: 'transport', error: { message: sayable(e.message).to_s } }
  rescue *refusals => e
    { status: 'rejected', error: { message: sayable(e.message).to_s } }
  rescue StandardError => e # Whatever an SDK raises is an answer, and the next request goes on.
    { status: 'failed', message: "#{e.class}: #{sayable(e.message)}" }
  end

  # Puts the bytes in the place of every {"base64": ...}; a string of Ruby holds any.
  def decoded(value)
    case value
    when Array then value.map { |item| decoded(item) }
    when Hash
      return value.transform_values { |item| decoded(item) } if value.keys != ['base64']

      Base64.strict_decode64(value['base64']).force_encoding(Encoding::UTF_8)
    else value
    end
  end

  # Puts {"base64": ...} in the place of bytes that are not UTF-8.
  def sayable(value)
    case value
    when Array then value.map { |item| sayable(item) }
    when Hash then value.transform_values { |item| sayable(item) }
    when String
      text = value.dup.force_encoding(Encoding::UTF_8)
      text.valid_encoding? ? text : { base64: Base64.strict_encode64(value) }
    else value
    end
  end
end
