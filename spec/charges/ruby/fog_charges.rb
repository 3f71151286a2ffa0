# frozen_string_literal: true

# The wrong requests of fog-aliyun 0.3.2, each by a public call.
#
# fog_charges.rb MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT

require 'fog/aliyun'

# The server is the HTTP proxy, by the variable http_proxy.
STORAGE = Fog::Storage::Aliyun.new(
  aliyun_accesskey_id: 'exampleAccessKeyID00',
  aliyun_accesskey_secret: 'ExampleSecret0000000000000000ab',
  aliyun_oss_bucket: 'examplebucket',
  aliyun_oss_endpoint: 'http://oss-cn-hangzhou.aliyuncs.com'
)

def sent_key_as_given()
  STORAGE.get_object('a%41b')
end

send(ARGV[0].tr('-', '_'))
