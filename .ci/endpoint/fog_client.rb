# fog-aliyun; V1 in headers, no tokens. It reaches the endpoint as a proxy only.
require 'fog/aliyun'
require 'json'

BUCKET = ENV.fetch('OSS_BUCKET')
STORAGE = Fog::Storage.new(
  provider: 'aliyun',
  aliyun_accesskey_id: ENV.fetch('OSS_ACCESS_KEY_ID'),
  aliyun_accesskey_secret: ENV.fetch('OSS_ACCESS_KEY_SECRET'),
  aliyun_oss_bucket: BUCKET,
  aliyun_region_id: ENV.fetch('OSS_REGION'),
  aliyun_oss_endpoint: ENV.fetch('OSS_ENDPOINT'),
  connection_options: { proxy: ENV.fetch('ENDPOINT_PROXY') }
)

# A character is a byte, and the other way round.
def octets(text) = text.encode('ISO-8859-1').b
def characters(bytes) = bytes.b.force_encoding('ISO-8859-1').encode('UTF-8')

# What came for an object; that there is none is no error to fog.
def found(answer)
  answer[:status] < 300 ? answer : raise("#{answer[:status]} came")
end

def multipart(key, parts)
  upload = STORAGE.initiate_multipart_upload(BUCKET, key, nil)
  parts.each.with_index(1) do |part, number|
    STORAGE.upload_part(BUCKET, key, nil, number.to_s, upload, octets(part))
  end
  open = STORAGE.list_multipart_uploads(BUCKET, nil).map { |one| one['Key'][0] }
  raise "uploads: #{open}" if open != [key]

  STORAGE.complete_multipart_upload(BUCKET, key, nil, upload)
end

def buckets
  acl = STORAGE.get_bucket_acl(BUCKET)
  names = STORAGE.list_buckets['Bucket'].map { |one| one['Name'][0] }
  raise "#{acl} #{names}" unless names == [BUCKET] && acl == 'private'
end

CALLS = {
  put: ->(key, body) { STORAGE.put_object_with_body(key, octets(body)) && nil },
  get: ->(key) { characters(found(STORAGE.get_object(key))[:body]) },
  part: ->(key, *range) { characters(found(STORAGE.get_object(key, range.join('-')))[:body]) },
  head: ->(key) { found(STORAGE.head_object(key).data)[:headers]['Content-Length'].to_i },
  copy: ->(source, key) { STORAGE.copy_object(BUCKET, source, BUCKET, key) && nil },
  delete: ->(key) { STORAGE.delete_object(key) && nil },
  list: lambda { |prefix|
    (STORAGE.list_objects(prefix: prefix)['Contents'] || []).map { |one| one['Key'][0] }
  },
  multipart: ->(key, parts) { multipart(key, parts) && nil },
  presigned_get: ->(key) { STORAGE.get_object_http_url_public(key, 60) },
  also_buckets: -> { buckets }
}.freeze

$stdout.sync = true
# Its call for a URL fails on Ruby 3, which a scenario would take for a refusal.
puts JSON.generate(ENV['OSS_TASK'] ? CALLS.keys - [:presigned_get] : CALLS.keys)
$stdin.each_line do |line|
  asked = JSON.parse(line)
  reply = begin
    { result: CALLS.fetch(asked['call'].to_sym).call(*asked['arguments']) }
  rescue StandardError => e
    { error: "#{e.class}: #{e.message}"[0, 500] }
  end
  puts JSON.generate(reply)
end
