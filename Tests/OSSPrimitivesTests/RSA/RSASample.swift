/// A public key and its signature of ``message``, both made by OpenSSL 3.0.19: `openssl genrsa`,
/// `openssl rsa -pubout` and `openssl dgst -md5 -sign`.
struct RSASample: Sendable, CustomStringConvertible {
  let description: String
  let bitCount: Int
  let pem: String
  let signature: String

  /// What the signatures are of: the string to sign of the example in the documents of OSS.
  static let message = "/index.php?id=1&index=2\nbucket=yonghu-test"

  static let all: [RSASample] = [
    RSASample(
      description: "512 bits", bitCount: 512,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAPKO7VdYJAszy/SaaSnM4FNATDf0Gl2e
        qt0Ax3JXGnfIYUolkpJQtyyDgvYpHUZTrD++5HYgrkfCwuBDD9SVV6MCAwEAAQ==
        -----END PUBLIC KEY-----
        """,
      signature: """
        0auganP/lafWDBdSLHEqNfMavX8D5VdwEZoWf4mK+f3FKdTglIzPmsivwUtJWybWcjb6q8avIbAxRhvDZqlz\
        KA==
        """),
    RSASample(
      description: "513 bits", bitCount: 513,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAVyR5Gpe1FtJec278kKfnIHUw93MExNo
        sTG0DUVEKj7eOAznxcscLDw1HHH3NEu1Mu3tU0/ETm77Q2YHYLyDXbMCAwEAAQ==
        -----END PUBLIC KEY-----
        """,
      signature: """
        ALG0B3KdeIF8EL9oAeif0TfFSs4LA673Su8Ove+L4/gAGl/yy1T2HzgnYkovbsj7XVln8mFjVz4rX+EU9ZWv\
        uBg=
        """),
    RSASample(
      description: "512 bits, exponent 3", bitCount: 512,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MFowDQYJKoZIhvcNAQEBBQADSQAwRgJBALv23X6BE6aWvcPpgamn9uTgA9QWjbsp
        qUGXtmc37lVA5NBwVU956ADFU8Co9DdmtYp8UJlzEIqO4bmNFY05tu0CAQM=
        -----END PUBLIC KEY-----
        """,
      signature: """
        F38d68m1sbhosA92eyoAnmdJf+2k9cNJhGpgtPzDloI1w7Pu0q7vnArsi+rTaS3TAHCS4PuC9uA9bdCd1qtQ\
        Qg==
        """),
    RSASample(
      description: "768 bits", bitCount: 768,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MHwwDQYJKoZIhvcNAQEBBQADawAwaAJhAL41UafJ3/d9yY7ma6KcNvV2rGsezd9O
        fyPnyAHGRGlrrGwZouu84w6sv2f5F+HY4hY79W3Uptpj+oQdWI0b3g4fLBOb4cEw
        fsdw4b9NIyr1HnlhsrbgerKCy6LcJIW1vQIDAQAB
        -----END PUBLIC KEY-----
        """,
      signature: """
        tEj4poF88dmCuQCSCF8q5rkUU2LyUBcceies7NdHxEpfjs71+vNjhn2rvbozoQLtED95fJPVpYUjNHKEKiKw\
        bDntWJGO9QWtVnxlTZS0EB8EqFAvFCGrxsyyMjK1vnlc
        """),
    RSASample(
      description: "1024 bits", bitCount: 1024,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC1kah/1JGg3tCBAfMj5RqhDExe
        WG7BMTIleS0qfXglBM0qqkGx5ZkDP6PDlxtNu3mzGhziAtPiDHGiNXiUTH/IkEjv
        XIXEGr5xCbYS/2NZY2VwulJCNho3OlNCcVzygLaEuxfX7MwzodayXRo06Xs2vn0s
        aZ7D9ZxkKo6TZ8zHowIDAQAB
        -----END PUBLIC KEY-----
        """,
      signature: """
        ezGbOV6YDNYVxi3hB13OCzkfozmORQipF9Kn168deUcUVxnpiWWKEsl1Q5lwbTEBpKJ+bGkaeFMO1rjawa3M\
        +001AoTIzxNav3uCcg/F4lkJY9fQD3UYwmgxBaqAvm3ByFFtgXEwsrmRcnIv+z74/DRIj2S/+X0BOyRrRBRA\
        G14=
        """),
    RSASample(
      description: "2048 bits, exponent 3", bitCount: 2048,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MIIBIDANBgkqhkiG9w0BAQEFAAOCAQ0AMIIBCAKCAQEAn7Vnekv/TbEF5OXY+LSD
        i3AEVTvXqyjZI9qA/JGPyuN7D6g7SxyxqnE6bpPS65qHRtrOoUfX5DvQxA8B7RD0
        0XIQfaHkInDJEXAjjuAHx4TPZpLz3dbu6evXqB3L2kajqy3XmjWOk2dJBiGyS5Ka
        cGbj7GHaw6ViSx3UkDTpAy0NK9WV0RS9InwNEzrWGe7m34NYmpAOHmSyPBLN/HTT
        vRi69cLZgzqTwSlFaF0mnuiMWQbGgwULSG6/uKit+eDg2t6Mtl5o/hAk4M9XTPrE
        t7MXOUSp4A26fd/vCu7kE9RKmBTf7WOXAsJnjsma9AiPn3qmiqb1YMAKObsoVjn8
        EwIBAw==
        -----END PUBLIC KEY-----
        """,
      signature: """
        VbT2dcHWim/AGPdcqWRjOOl7vmFPXglRF5r24Hsa6ViDONy8Hzw/BmM4evM6X3OkDJDvrKSlRnrfVFW+MudB\
        HMlaMPiX4vy/owyf2qY8FLQ40e04uqCctkuPrsYJrHRF6H04LoYjtc3J6tONi5bapjogq+2ZRKJMm7LTEUfs\
        o124ewS9Rfw1CoGdaM9DEWrm4IEG8M33L2HHPGIYWYnHRXvz1onNP0ugzZqJkP22GGKZiKMoYVs4WcBg9hzZ\
        mvijX0pnvNshGDZFs9j9f8OS3yhKI1MGBON4sIGuQ1GK0UEeWL/ldfUWKW4Ih42PAt62HtKOk+B6w78rrePq\
        vJhl8w==
        """),
    RSASample(
      description: "1025 bits", bitCount: 1025,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQGM0LU0aCjgN3c58Pt2tGwZ6TXa
        IZUXpCdPpDmDOCY3/HG/b5FNugUTi6144nydcEH4gaTNvTE9lLl80NDJbuGtZET8
        yiPM9eLbsIrKiiR9qJRMgGMCIcvfkl7INaOSqyEPn7alI783nKl4MuEmUF13ktzQ
        OcU8Ljl8B835FHkbBwIDAQAB
        -----END PUBLIC KEY-----
        """,
      signature: """
        ACAEj7KowfuO4N9k1DOhQT0NmXfdZ72e6r+15zd0dSYI0HxSmz1gHkwjM4CgP1z4TNcWI2n9OB7fdl8eCevM\
        of5WfgV1lYW/36RWmFo3PJ5FcX0oGDiU3CzuwNilY676vvr6/KihD43hIfnVfMLTXwEgKmHreASoOqkrzgw/\
        FNfw
        """),
    RSASample(
      description: "2048 bits", bitCount: 2048,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA361See/4DAu6qmsl3vQa
        D5uaAUaDOPeyk3Uy/9cMR8sP4kbadEm+I9J7j3TX87w33D8ZIDQrlWCnppOy39gf
        d8Q4/BEyJiMyXAE2UwvORvGUCHLp3syhnDvTl65nonmwG9XaGkxGHT/axFaboy8s
        HW0Zv8dJDI0ZRd77KLWZ9mGwPvfLx+lLPT995eFsZgpNRGhoTQcIZef4zJCtqBKo
        q4T7hrbQ+l3HySmub+ixLpzS16TPoOQ/59o+LuuVOvf5Xqyf4GBSpFIqyTir3D3L
        sstF1EOI0LpWlxYzROUhHUTQvlsA9s//dik37u8Zyaw7MSpI6/hyQHKaCIRbopGm
        BQIDAQAB
        -----END PUBLIC KEY-----
        """,
      signature: """
        SWbGN4+nOhEykGBQSTFkhlW/EHJOTcIR90Do8K9sReF/NEmizY1fPlRh85BtkCXUVr6h0Flims5oTHYHLjpc\
        kJi0OiGdiPLn0IIZnCpQcfGHCuwkDsMmffGM0JRG8CEVYUflmvaB/BpRKvm6zpShSKMYHvbWA4byM6B9I9LY\
        4WQ4OFZeHymrWx03DHqu/IQHcemWN5y3DDfBEnlIiYh2YUzYMhKx1AIXQyyJyTpYwve3uR2iZ7YAoiSHyX+3\
        fXXObs5j2ymQ/9rFKe/ia646TjvidaLjim/MdeniIjc7zpmE8aRfncolX0hh8Yd/Ci/JrGIJs6hgq4RfS68Y\
        9LsTTg==
        """),
    RSASample(
      description: "3072 bits", bitCount: 3072,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MIIBojANBgkqhkiG9w0BAQEFAAOCAY8AMIIBigKCAYEA056QdcTdfy4QzyrxbBTZ
        9g7FR27ymTdy37CDjcLqWmXW3JcXzGB46qIsaE+o0fARVQ2tZsPzg2koZLHPW34M
        TruqTEcrJN+SWtS3WhCAyz9f+tTuGYV5M3Wn22oKxuChxhynRosI/qK4Ir5m4azj
        C8rUihqTQytVlNB0bM/rZqtC/tsD00JTUxKEmzZ/UFcE2sjbajZ+eEIiaZEl4cbk
        yD0RxBOtqQpZIwPOR+Z5HFPHplq69UyFsPrlZ7Fr09NoQd/f1mqOKupL+xkOluH/
        SXVKilAdlKCiSWt6ItzCTuV7F0nsvnavisK4qgXrEBk/OHZBNNoGZZsleTJv09y5
        RJS7k4N09BxXZ9tFN0eGaBfCYh1Bck/T+RkYZ+O+Rv62liLbghnT6Pf0qQsAlibV
        DJ/4cA/mO+6SqVG7bc4JTSn2xKPwT4/Yl9VQDy98smBeV6Lu8qAuyEw5Dqebp6jL
        dLeuIjTQ+4NH0nmSDHIX91NhPN8s99qT4jXYhXi9oXCvAgMBAAE=
        -----END PUBLIC KEY-----
        """,
      signature: """
        zTLLM3/OdznBN2Va9Y7x2mSlp6OfijHKbMHIwtefVxs/3dMDyr1y5fvGfkxQXY9+ng7jN9upZoq2PMlPe9fQ\
        NMHts4eN6YyCZVTMN9nqSNL6AY/ggUlPXDgYigS35b60KmpA0bHJK55TnbDqH/qgu3Kbk8jopeGXxJ/7xQwE\
        cFV0Xh4aV0WE7AuPmqeiEBtZauHxHI/5UZdEML/gwYjhFU14WGkrDn0+DZifvR1w9m4IzmfSdXeFsxu4Sntd\
        IaVGAzlr4MXcbon5dlNFG9eoRH2GbwkRmO7LIgNloBR+c5UmBQaUWU7VyC/XyjKZlsOjA6uHMPzgswf/95Gn\
        sn445luVzwkCLzZ/NIMG0M26q1ksOTqY267fkF/2uPlxB7BtFCZ1AgWGQsqObHRrpTIp4wOA/nkIfPSBxBaH\
        dqqaDWXomsPlV5hiubg5HhmIwOlr40ihXBoiRpIQmV7Mt8napMbznDuWkTITeeMUWXM6Jgg7Li5ELZkcO80x\
        mjQE49u9
        """),
    RSASample(
      description: "4096 bits", bitCount: 4096,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MIICIjANBgkqhkiG9w0BAQEFAAOCAg8AMIICCgKCAgEAxBB775vEvdkf1Utehrqc
        Ylwvs+uBTtny/Q33V57kQ03fOWMhyonholuDrqRfzM0VUyWQQ1FgOYylz3dm4dLF
        qnMEZBFJXC96izp+8JwLNXjMI0xIgAIAH938WreAj7Q/7XK4NS2JzFK6LOAxbW9+
        VDgxmekYmJjMApaZdl5mFspfZeU97fnCA95N/I2toGSqki2kvvlY7HkR/J+oELW7
        s0abFOzctQvtBYhxiAdg4akaNB0aLHJmXpl3xuFoGA3uYvhFpKTsMChJK/Gy1/IN
        2+na0oJYqBTquhWKOH7CapJQPU8Wjfv5PYFQyxbOqgIG7pG1h+wAh1KweK6CY7Qy
        l+H/4Q8dFG4G9Dg0uxRsXyr7/zRfSuuXVDnpNMwlC/T3yBIXx5CqNpliESrE2wpM
        V8EC8OxuNlL1/rYzoyem90VdTWOgy0ZzdPtkgFCW5MhM1oPXLam42Lsfeh+Jus1d
        eLHYrgLuJMAZvFGeXELd6H8LkiD2nYk4ydWRy9AvgjCh4yhE+jtI/YFtOiLhQ4WZ
        9N71VGZgabziCKawSscCZwAwOElymrhIW2QVYvtWDypn0VT+ifQ5OV6vX2gqy/g7
        Z/KN7bcJj7B95d2xroX24DkS9AIMD8K2m5cNrCzDjPJhw+Jb5kaIloU2mJP7KT5y
        bHqHpkMlSGCkmemzSdjTciECAwEAAQ==
        -----END PUBLIC KEY-----
        """,
      signature: """
        nEGx0J39S55jQ/j9sR4NrOTvp6uiBFthaCo9J2YG6KUUm0WVG0ah8jhoaSXiMc9dd7ILtLjZwGdwRWu5sKF+\
        KgW//h8G5pnvgW88nKBbLjk02coDKs6JuzRa5z3tDSvkZq+oleFWr5VuuVi5Z9RfaW6D1LA17Y+g1eOY3WeC\
        HXpmnsRj+8kBRGigopgQG2Czf8oWOr5uq8GAdp9tKVRO5R7CRnOdR34yMD4+rySYtarOmc/EvxUSOWw8P4Kx\
        GlViBe/fckgLRKLnf/9yg17vVjqowrMSuyWCG5fUB9iQHmJmriiKPZbVpBQFnPW/te1vU7x6oTjlbeDOZzlU\
        fenVCVdcg/P6gLH8sBYcYQVPjwxf0ofFBbZpy9fc6kmo2d0q3HZ4nkXKJG6pk6xWvvXiTBXPKmgAZ6Ri8yAp\
        VGcSTtwjlDfmJmB6nSMkKaOxPi76Qab3ZLiklEfzi4gqkFRTnyKmneaeoz3lSQDUPVPOFPcQz3WeALuJe9GE\
        FBf0gYaa0sUCDhyQly/YQrtoIcU22khPeQRSZTUo/sI46+PXebge6LR+9+8ZQl1rk6I4xmlIUABBJiUk6klr\
        IMH9at0xHt+I+QEYLf1Bs6AhrM9cWJ98QZoJpkTXK72sd0TozfQMQ3FMptBps/24hg4zNn61FzgoYHWDUAzV\
        KK9m5yEKTKw=
        """),
    RSASample(
      description: "8192 bits", bitCount: 8192,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MIIEIjANBgkqhkiG9w0BAQEFAAOCBA8AMIIECgKCBAEAly+VgXsLCefY5cgDS5Li
        ZOAyshZ9Z7Zet9Y1Q1Tadek3nVn1gFzOISAVFSImPxFUzH4CKBjiJOWKG7CLmyN5
        JS9bbDd9gzFZWpj8IPuW5pkna50IVUrMqokxlSqUB2JF83FZfRzVrUrxprLlXI1+
        UTsV6iPSab8ngsXtm/f8Yy3pHn6WLBFjH0UT0X6iUP66mhekXwOwrcU/W+mZY0uz
        2GSU4uBZ3zLslfm/M8XU2R2jW2Ni0BMLRq/Uy5h0t66ZntLkj6REkPQyhW2gKzjG
        xS+dL5S5+hCo7QLvq9HoG7ruQYQB8HBDjsR9axIOxASGi0zdkurYNsDM4A3K5uFb
        0VRMVriPCHZzApbikBa/3C8cEVWa0fsOU74J32JDErz1hr0Zg0a1Fi2CIUd8lUPL
        hLpWM53qs6ZQYbGy+PpecbxHda6edW2uaWn0DlHLerKr/WDniPbL3V+LMSERmbhu
        DHQPt66jl87IqNTAW6xFVnPEzPYz/2VcPYx4jS3bTCZ4UrZlkW7aKon15segmUFB
        Ib1dE9VIzcO7/hr5q5TNDnqAYrAmMJhWdmFr8j4WD3qLAActfEUoV0Qbn2gt/+37
        Dq+rMpHf+aBZjonQ5RWYUkJGeuk5zwkN/2GrEvdpvZ7RtxcstpPlmXNMqV/myYYr
        GzDzSN5hjTxQFju4TuWl3dDddLLWmrG8RwLWJuPDz1JVCQXiq5Ylg1TcTfRJ4Dw2
        S/ZkoK+SCNqc+894qtHT1F7XPFh4kw9SiVKHW6l6uf5rLvHJ6Uvkvva2tD2YQ8c0
        vqQMJpY2cTrjDJvAVXgcl8xFYLom/+P0j7nR/PAvOugcUqmp0uSpEZsIwWdAu36N
        iupvMrlT9TFRTMUDmboSONkWmLJwWCmN+nXEQuz/TPM+NviCsXlbYLyNz0uWQch5
        RWfybT2qITFyzSAHOc2R0+s1bLFP0cM8DKaS1Sm0lyZD9gPUNVc//QgfQd+3B+A4
        h3tmRQJfOagDZekAu58Fd9rIbOLLfcqLpCCU3coNufSpg20gbUL/E//W6AQCB9JT
        4fGMAOUVR79Pp3X3xfgwEUB/sNImstfAcNa9qDsFEajbKWI/UUH9VAY2e2CDGJlE
        N7pz8Eft15BnnjbnetThpw8S2pWxhAr+9qLi6cIqKmz5e9feMA8e2Yivapp+HnN8
        DPTcHfoWrBqc3oL4TCkAp6L2ZIsV/bW3VaSA0GnnVER+WcPewtbB7ao5K86WbR/G
        vzAqHIz1SNGaaCUgUuqfDP6BJNx57myPfFkG5qUitz7SkcPtBzsVIYptw4Po1Uih
        SDHw7kD/PcqWMBUSIyEL/im1dA+YTpvapTV5rQoJpLoh6qmyZQ/B4orE/pDe0vHV
        aQIDAQAB
        -----END PUBLIC KEY-----
        """,
      signature: """
        C3ZuoBVA0qnrM7PB8WDrRUb8NrM6IGu09FRUtHZ3bC3bQr0qockJ2hcWT82+Ba8ktG8vCLydZ7rrdn0j9vu4\
        aLCNNTIuzFx0/uPOuaIYe1Mz+a/VW2rh9ma3VemqPkfz7a3MN3l0/KgUl+hn7KT3NBrDMy8KJMVZCqMEsVxX\
        WUSljSt57EbeFSLL4dGHC3COfFxzF7+OBjOJqeC2dg2MwqvhV2QIMWLqspYhKJlRCRus/2taTxEDg6tR6BVj\
        zRop+fB7HTtXKM610q0wxphZhrYkGY+u3JrUexZlGeO/XScePK7dVl5a80HM+DHDnK4TV/3ygoP8NcAKBtvU\
        6rkJcgwWsBw6nJwc2XPlojqm7LfuKGhpHAnNRqWcLCJmZTfaHP8lkQiuAyVvVYcHcUaQpdzPTFqA/c/18/Ww\
        oTPfd47Y/DEoM5QqBRuDvlpLoSyoXuqFdV9gK/KxPBN1ajoUJCTcOgJsKu3lZN5dcLk/2F2kdbMMMc5y9hYN\
        Z4sEKQc0E4ZwG/AdJi+WqO/X8Cvt3mOcz4fwptMm47ksVo5ZMCTy8Vqr6rwJae4xGRWQ7UKP++dS9PjLRsC2\
        +dR+kPaTJRT+CkBa11/TVLofQKDTt49l3Zjecad2/+lFq+KJgvDrdzSXWIJIBbwzCSHcxPqRb9p6dlvj70zG\
        +kHcxjTkne7WwJulRxhAxsGj4D65j5oABwBgvSgnO7E8ze/GY9+QwcvOv9wbz6MxDXlwCXB/2vKC/PVeWh/H\
        qRrtW6pD92wftt1kdBUMDfxLxlFEHaszlxpFMvtqR0R7OO8MlgIjnVJUPrtnP2mb28r1uQgcrBlDQ3gyPs1Q\
        Q3WC42368KtJLvpCvs/293pLNvV4KhQjw4KBVk3bpsNMpNJ/gL1txpALgSNviNoY3iK/hNI4M3ajpOmUl5xo\
        4r8Ofr2Mgm2OZM+p/tTNdO2NOZ4CjLQCBGUT4AKwVaWwbehwmovmBuaQZq20GaLqUdNl1nNX9HdO1+AEMTN/\
        BzeMRLnNqd4uWplVivZcRREZAQxiV0fslKZiUMMkypri4Uqeo26U+oy9GsXTaW+GYywuz6rd8or+r/94jlkU\
        VNSvAhPVTEJRP2iF5AKED2GdMSSOH0x3xWm8n2WnOZfVUAur25a/0Tyx/VVj2V53XO0mE5+2zfEK2orbG9lw\
        k2X1E/gep6TBGIdSDzT6Hwoxb4AzDEfGSalcQtBQlecon866LFX93BiNM2yD5EygVvvZHBgOVj3KKv1rdaqs\
        4gwHfDk9dReA/NhXIwxs181ewVMgefnGmzceHbHAnKseVYBHHOoBjTz5RLYFWu83mcBNK9PV9D+yIek+kcZQ\
        6pzjVg/2Wge3JqDo3+TL3w==
        """),
  ]
}
