/// Signatures that must not pass, for the key of 1024 bits in ``RSASample``.
///
/// Made with the private key in Python, so that each opens to exactly the fault that its name tells;
/// OpenSSL refuses every one of them.
struct RefusedSignature: Sendable, CustomStringConvertible {
  let description: String
  let signature: String

  static let all: [RefusedSignature] = [
    RefusedSignature(
      description: "block type 2",
      signature: """
        Fgp6xSehFcph8rl9RxFXACUrwPY2OPqDBlbELbsx99FGFj0q6zc061SlVUg0/aZFVWP2fJ9/RPjAYT1tZElb\
        M6FvAiQVh6Cfiyk3fUvU6zhtXKibK42ubzNJBV5vYvMJc8xGW/H4clvBoTjCE8+wuA9zK/07rCkvtZJK13CL\
        O9g=
        """),
    RefusedSignature(
      description: "block type 0",
      signature: """
        e9CTCBCOl6eLQDBnFQqjBYwC2t+K2ZAQX2RJzOF14rvkljQb4dnmGwrk2jG3gVM/yPgtcLY4yD6uo9YsGXfh\
        uXASVjaCFlt0fAoWzw25bUcX9Q8CEXmEr9sTd99fwPBfkm9ejY94OdDAJHxVVNqyq22Y2O57KuMYQz7UX09f\
        Akw=
        """),
    RefusedSignature(
      description: "first byte 1",
      signature: """
        FKmOK4vcjJy1TCfwkMy33Na2SYJ+2UlkqeRf3kYsIjzHVldU+jYKWznZUy4jpPzvcmrAiOs4XmOKykwmaOMj\
        RcV5G+iSmxG/vJBZpie+ycVIP82muJ9qRRuAlZNZdag0U8UQg7iCAGywuM7LCP6qngYs6w8NrwyNLFlbaV/g\
        HAs=
        """),
    RefusedSignature(
      description: "a padding byte that is not FF",
      signature: """
        ny/EZnJBuRi/m2F1elT+BBo37H9+z9rpH/fryiWmcj6hG/xwALLFR1vyMEgKCemVydrYYdYGo+M4+BgfrDAd\
        rDoSB+iWoi11PSaYATCllOElSWCatvubO9JVo1CR5xcxmNFdfXmiPq33UeDdGeXm69QM90kn7KDk5x+UlhhR\
        UiI=
        """),
    RefusedSignature(
      description: "padding of seven bytes and random ones after the digest",
      signature: """
        Wcp8domcTvnVoSxpmfKQFQzD4OYQb3A23SzwVWiQg0tCpnwKhN60k+nRi5i51Pr0Pw/7GAy+hq1gN620J7t4\
        L0W17EydjtdrFyVcB05iiVWagtp3huUegnBKmDwpwF/bexHm3LiJnJc4trFuA81m54A/wubU7C4xbq0uC62j\
        fy0=
        """),
    RefusedSignature(
      description: "eight bytes of padding and garbage after the digest",
      signature: """
        hLY24XegzY/A0gm/HO7cWwk4aBmdJ8lKDMqh0RokCUWF+kO/jRoh+bzOlhRXey4ro/9X2M0A0JZJWisIU6FK\
        tHA4jDwIJIb0wl6vsvIrXCluM3cEgg8qPTWYDefVSxDZbazU/OKGcfZh7nT+WPAsxo70nXi/ZG4K1fcn5zBf\
        EoU=
        """),
    RefusedSignature(
      description: "no separator",
      signature: """
        T6fAtk3bcEBdiI/kwpT9EB0Sc187fGYxtJNvuO0sUacjusi+N86HQGRvJKUCHZp2rjuPA11nTGWYbB3ZJd79\
        P5Ux+j/9NqzPKFEabjuX2TaQEPU+4hprXeKEpfk7KTe2A4QYNzoK596lleaGKYqo0u/yZkZOZYxkoAAOMwbx\
        UgY=
        """),
    RefusedSignature(
      description: "a DigestInfo without NULL",
      signature: """
        WGqaq9pu2L9aQh9MXcX/2cZCMvapG4JOrSeWFcgFMnMdG9vaiyMb01fSSSdEsT8g0OjlhTxBG2V+0XJ2ilSW\
        +h/7qhPMczGijtrciFvWhMoVpY0yWsaBHEI4uJyNI3XRmANDV2yW3rpMi7l22oHOm92B8wPa1LneAipMn3Im\
        z3Q=
        """),
    RefusedSignature(
      description: "the digest alone",
      signature: """
        fGXzy8gX7xvQE4z4iDvKgPnXynF4U9pf/5NjEY0JAyxUtjMcs79+TnFkbXMGUGIsVFbMPiaTttz5vdRs2FpE\
        1b6j4fS2CunmmqhMhebK6L8DSQyNi+T41d0PStIZF4aTv9P8DbT6oUAP2HHq3T/4YMvgrtqXrAnxd+Ur7A+g\
        W60=
        """),
    RefusedSignature(
      description: "a DigestInfo of SHA-1",
      signature: """
        hfeE0VNLlWwcCAwFOU/GGv6c3lYJhZ4wcXJRW5UIp3OxIRkGQgDsifM0jNr05z6J6FROeSEW32hm0acvbQ9b\
        B34pmO76nz0OJ+IdLUfhQjLR7uYlwujS+1cE8NPJ+5QIqbFbQbOh/Hw1woMbHfG2RcQBwJzNqXhwafj8jVPB\
        FJE=
        """),
    RefusedSignature(
      description: "a DigestInfo of SHA-256",
      signature: """
        gA5pf5ZaPezSYHPkE3ZWvkYITgKR/HvXDgH7+Ibb/Ghpfs6DWZwFkx1dvJ6K5bpfdk6AJXNFICGuv8FJOPqa\
        vxs4rg23IBnTQyR8gAlqP45UNzzGRpHKTU/ziWNqDIjjOxD+iJb/Ad2jSZC7s1HTVWHbzeg7YTIYy0kijp1Q\
        SnY=
        """),
    RefusedSignature(
      description: "the digest of MD5 under the name of SHA-1",
      signature: """
        ne6AVaiQzu1bk/hPoxEEe/C1DP3pTn0TRPgRuZHWkx1stbVMWaop+K84KHjc/Y053HnowPUQhW0z4qoXFh7M\
        bHilBBAoXedsg0pdDxZSKToFzjaZtn4lmJegJcgydhI1VATbje0cDmMJ1+l3k20g/Cl3d0m8MalLOGbV/ygM\
        7KI=
        """),
    RefusedSignature(
      description: "a DigestInfo with a long length",
      signature: """
        aH/GhjGkTNRDGGDXpATxFzt2j9cYJbZ6MrPzEsxptKPMCR8oUhRpVzNvWic5ZU2G7JCDOzEmeu8keJA8pdYd\
        EL/vKu+yC0IxbLPQJCqD3GErdIaW+BLx11w06X+XJQhknZGC2Ncz49V2XWRFtLsLbAgBt0BKNrQbT7mGNvc/\
        5Bw=
        """),
    RefusedSignature(
      description: "a digest with one bit changed",
      signature: """
        Kz2LZ4FL3v/G5qWO1Q5CoqPhZT/T5mdToAQt2O+3ZaUt93gQKL9hA7eeQNOEnOFrQlZKcnn3itW0WKoYORII\
        8Qu+KjfmG3wmu3UkwnW5FwPzh+KwlmO2B8QyCK8wO3w1USfyqgQKJcMWZPF0Ckzpan+yUVUPuwphC55Dq9Qx\
        I1M=
        """),
    RefusedSignature(
      description: "another message",
      signature: """
        epwwtn3/Iuf+ONULW8/ZTzLfjSaTTmcop3BIi/ZUTiD7qHbm2y3P+yxAQSEgC5ScImG6IimVO3X5pieJMuK+\
        f4v/6hsx+PBevkU1eYzZuIxNLF+JqikyFN1oj5cSyCGQ6U/q3uLYq1+mZ8bmjBGBJt7atnzv++Fksd8mj6LN\
        gyg=
        """),
    RefusedSignature(
      description: "the encoded message itself",
      signature: """
        AAH/////////////////////////////////////////////////////////////////////////////////\
        ////////////////////////////////////////ADAgMAwGCCqGSIb3DQIFBQAEEFt0/JfMOFtFxsi3eC1a\
        IUA=
        """),
    RefusedSignature(
      description: "zero",
      signature: """
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAA=
        """),
    RefusedSignature(
      description: "one",
      signature: """
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAE=
        """),
    RefusedSignature(
      description: "the modulus less one",
      signature: """
        tZGof9SRoN7QgQHzI+UaoQxMXlhuwTEyJXktKn14JQTNKqpBseWZAz+jw5cbTbt5sxoc4gLT4gxxojV4lEx/\
        yJBI71yFxBq+cQm2Ev9jWWNlcLpSQjYaNzpTQnFc8oC2hLsX1+zMM6HWsl0aNOl7Nr59LGmew/WcZCqOk2fM\
        x6I=
        """),
    RefusedSignature(
      description: "PSS",
      signature: """
        L1xxIxqwRJlekXzTD6Ngpr7Hndu/NWkrpuGFC8udfvZrMnRWfPj6WKmt5YaOBf45hHBRKC//DPdmWBPdM6e6\
        lOh4YTmUPujHKTyxwBdq0HtIxpBqQ2aVWnltBvxGHJ7fCeFBjb6Ior4Z+3dtrHXpxvf7Krl7EkG/XSHUVwhK\
        0i0=
        """),
  ]

  /// Numbers that are not less than the modulus.
  static let outOfRange: [RefusedSignature] = [
    RefusedSignature(
      description: "the modulus",
      signature: """
        tZGof9SRoN7QgQHzI+UaoQxMXlhuwTEyJXktKn14JQTNKqpBseWZAz+jw5cbTbt5sxoc4gLT4gxxojV4lEx/\
        yJBI71yFxBq+cQm2Ev9jWWNlcLpSQjYaNzpTQnFc8oC2hLsX1+zMM6HWsl0aNOl7Nr59LGmew/WcZCqOk2fM\
        x6M=
        """),
    RefusedSignature(
      description: "all ones",
      signature: """
        ////////////////////////////////////////////////////////////////////////////////////\
        ////////////////////////////////////////////////////////////////////////////////////\
        //8=
        """),
  ]

  /// For the key of 2048 bits with the exponent 3: the cube root of an encoded message with the
  /// right beginning and garbage after its digest, which needs no private key.
  static let cubeRoot = """
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMsv9SnrceQVYPXXlNEmhL+Kl\
    Uwq9T9Wx3czuEo/xNNzojxaWhn11CaIc8e5Bv0L2T1tPC6xQSPyGCMBoJire7DHjSb7xz17PhXP6mQCZ4KMy\
    R2MyEw==
    """
}
