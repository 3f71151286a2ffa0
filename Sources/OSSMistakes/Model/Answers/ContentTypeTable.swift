package import OSSPrimitives

/// A table of content types by extension, written as one text.
package struct ContentTypeTable: Sendable {
  /// The types by the bytes of their extensions.
  package let types: [Bytes: String]

  /// Reads a table: words such as `image/:` begin a group of types with this beginning, and each word
  /// after it is the rest of a type and its extensions, or one that is both.
  package init(_ text: String) {
    var types: [Bytes: String] = [:]
    var beginning = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word.hasSuffix(":") {
        beginning = String(word.dropLast())
        continue
      }
      let parts = word.split(separator: "=")
      for name in parts[parts.count - 1].split(separator: ",") {
        types[Bytes(name.utf8)] = beginning + parts[0]
      }
    }
    self.types = types
  }

  /// The type of an extension, compared byte by byte.
  package subscript(name: String) -> String? { types[name.raw] }

  /// The table of iOS 2.11.1 (CRED-TYPE-8, content-types.md).
  package static let standard = ContentTypeTable(
    """
    application/: pkix-attr-cert=ac postscript=ai atom+xml=atom atomcat+xml=atomcat
    atomsvc+xml=atomsvc applixware=aw octet-stream=bin ccxml+xml=ccxml cdmi-capability=cdmia
    cdmi-container=cdmic cdmi-domain=cdmid cdmi-object=cdmio cdmi-queue=cdmiq pkix-cert=cer
    java-vm=class mac-compactpro=cpt pkix-crl=crl cu-seeme=cu prs.cww=cww davmount+xml=davmount
    msword=doc dssc+der=dssc xml-dtd=dtd emma+xml=emma epub+zip=epub ecmascript=es exi srgs=gram
    srgs+xml=grxml winhlp=hlp mac-binhex40=hqx ipfix java-archive=jar javascript=js json mp21=m21
    mathematica=ma mads+xml=mads mathml+xml=mathml mbox metalink4+xml=meta4 mets+xml=mets
    mods+xml=mods marc=mrc marcxml+xml=mrcx mediaservercontrol+xml=mscml mxf xv+xml=mxml oda ogg=ogx
    onenote=onetoc oebps-package+xml=opf pkcs10=p10 pkcs7-mime=p7m pkcs7-signature=p7s pkcs8=p8 pdf
    font-tdpfr=pfr pgp-signature=pgp pkixcmp=pki pkix-pkipath=pkipath pls+xml=pls pics-rules=prf
    pskc+xml=pskcxml rdf+xml=rdf reginfo+xml=rif resource-lists+xml=rl resource-lists-diff+xml=rld
    relax-ng-compact-syntax=rnc sparql-query=rq rls-services+xml=rs rsd+xml=rsd rss+xml=rss rtf
    sbml+xml=sbml scvp-cv-request=scq scvp-cv-response=scs sdp java-serialized-object=ser
    set-payment-initiation=setpay set-registration-initiation=setreg shf+xml=shf smil+xml=smi
    scvp-vp-response=spp scvp-vp-request=spq sru+xml=sru sparql-results+xml=srx ssml+xml=ssml
    hyperstudio=stk tei+xml=tei thraud+xml=tfi timestamped-data=tsd voicexml+xml=vxml widget=wgt
    wsdl+xml=wsdl wspolicy+xml=wspolicy xcap-diff+xml=xdf dssc+xml=xdssc xenc+xml=xenc
    patch-ops-error+xml=xer xhtml+xml=xhtml xml xop+xml=xop xslt+xml=xslt xspf+xml=xspf yang
    yin+xml=yin zip application/vnd.: lotus-1-2-3=123 americandynamics.acc=acc acucobol=acu
    audiograph=aep ibm.modcap=afp ahead.space=ahead adobe.air-application-installer-package+zip=air
    dvb.ait=ait amiga.ami=ami android.package-archive=apk lotus-approach=apr accpac.simply.aso=aso
    acucorp=atc antix.game-component=atx airzip.filesecure.azf=azf airzip.filesecure.azs=azs
    amazon.ebook=azw syncml.dm+wbxml=bdm realvnc.bed=bed fujitsu.oasysprs=bh2 bmi
    previewsystems.box=box cluetrust.cartomobile-config=c11amc
    cluetrust.cartomobile-config-pkg=c11amz clonk.c4group=c4g curl.car=car contact.cmsg=cdbcmsg
    mediastation.cdkey=cdkey chemdraw+xml=cdxml cinderella=cdy kde.kchart=chrt
    anser-web-certificate-issue-initiation=cii claymore=cla crick.clicker.keyboard=clkk
    crick.clicker.palette=clkp crick.clicker.template=clkt crick.clicker.wordbank=clkw
    crick.clicker=clkx cosmocaller=cmc yellowriver-custom-menu=cmp rim.cod=cod
    rig.cryptonote=cryptonote commonspace=csp mobius.daf=daf oma.dd2+xml=dd2 fujixerox.ddd=ddd
    dreamfactory=dfac mobius.dis=dis dna osgi.dp=dp dpgraph=dpg spotfire.dxp=dxp novadigm.edm=edm
    novadigm.edx=edx picsel=efif pg.osasli=ei6 eszigno3+xml=es3 epson.esf=esf novadigm.ext=ext
    ezpix-album=ez2 ezpix-package=ez3 isac.fcs=fcs fdf denovo.fcselayout-link=fe_launch
    fujitsu.oasysgp=fg5 micrografx.flo=flo kde.kivio=flw framemaker=fm frogans.fnc=fnc
    fsc.weblaunch=fsc fluxtime.clip=ftc anser-web-funds-transfer-initiation=fti adobe.fxp=fxp
    fuzzysheet=fzs geoplan=g2w geospace=g3w groove-account=gac dynageo=geo geometry-explorer=gex
    geogebra.file=ggb geogebra.tool=ggt groove-help=ghf groove-identity-message=gim gmx
    flographit=gph grafeq=gqf groove-injector=grv groove-tool-message=gtm geonext=gxt hal+xml=hal
    hbci hp-hpgl=hpgl hp-hpid=hpid hp-hps=hps kenameaapp=htke yamaha.hv-dic=hvd yamaha.hv-voice=hvp
    yamaha.hv-script=hvs intergeo=i2g iccprofile=icc shana.informed.formdata=ifm igloader=igl
    insors.igm=igm micrografx.igx=igx shana.informed.interchange=iif accpac.simply.imp=imp
    shana.informed.package=ipk ibm.rights-management=irm irepository.package+xml=irp
    shana.informed.formtemplate=itp immervision-ivp=ivp immervision-ivu=ivu jam jisp hp-jlyt=jlt
    joost.joda-archive=joda kde.karbon=karbon kde.kformula=kfo kidspiration=kia
    google-earth.kml+xml=kml google-earth.kmz=kmz kinar=kne kde.kontour=kon kde.kpresenter=kpr
    kde.kspread=ksp kahootz=ktz kde.kword=kwd las.las+xml=lasxml
    llamagraphics.life-balance.desktop=lbd llamagraphics.life-balance.exchange+xml=lbe
    hhe.lesson-player=les route66.link66+xml=link66 frogans.ltf=ltf lotus-wordpro=lwp
    apple.mpegurl=m3u8 ecowin.chart=mag mobius.mbk=mbk medcalcdata=mc1 mcd mfmp=mfm
    osgeo.mapguide.package=mgp proteus.magazine=mgz mif dolby.mlp=mlp chipnuts.karaoke-mmd=mmd
    smaf=mmf mophun.certificate=mpc apple.installer+xml=mpkg blueice.multipass=mpm
    mophun.application=mpn ibm.minipay=mpy mobius.mqy=mqy mseq epson.msf=msf mobius.msl=msl
    muvee.style=msty musician=mus recordare.musicxml+xml=musicxml mfer=mwf recordare.musicxml=mxl
    triscape.mxs=mxs nokia.n-gage.symbian.install=n-gage wolfram.player=nbp nokia.n-gage.data=ngdat
    neurolanguage.nlu=nlu enliven=nml noblenet-directory=nnd noblenet-sealer=nns noblenet-web=nnw
    lotus-notes=nsf fujitsu.oasys2=oa2 fujitsu.oasys3=oa3 fujitsu.oasys=oas lotus-organizer=org
    yamaha.openscoreformat=osf yamaha.openscoreformat.osfpvg+xml=osfpvg openofficeorg.extension=oxt
    pawaafile=paw powerbuilder6=pbd hp-pcl=pcl hp-pclxl=pclxl curl.pcurl=pcurl palm=pdb
    3gpp.pic-bw-large=plb mobius.plc=plc pocketlearn=plf ctc-posml=pml macports.portpkg=portpkg
    cups-ppd=ppd lotus-freelance=pre 3gpp.pic-bw-small=psb pvi.ptid1=ptid 3gpp.pic-bw-var=pvb
    3m.post-it-notes=pwn epson.quickanime=qam intu.qbo=qbo intu.qfx=qfx publishare-delta-tree=qps
    quark.quarkxpress=qxd ipunplugged.rcprofile=rcprofile data-vision.rdz=rdz businessobjects=rep
    rn-realmedia=rm jcp.javame.midlet-rms=rms cloanto.rp9=rp9 nokia.radio-presets=rpss
    nokia.radio-preset=rpst yamaha.smaf-audio=saf ibm.secure-container=sc lotus-screencam=scm
    stardivision.draw=sda stardivision.calc=sdc stardivision.impress=sdd solent.sdkm+xml=sdkm
    stardivision.writer=sdw seemail=see fdsn.seed=seed sema semd semf hydrostatix.sof-data=sfd-hdstx
    spotfire.sfs=sfs stardivision.writer-global=sgl symbian.install=sis koan=skp epson.salt=slt
    stepmania.stepchart=sm stardivision.math=smf yamaha.smaf-phrase=spf kodak-descriptor=sse
    epson.ssf=ssf sailingtracker.track=st sun.xml.calc.template=stc sun.xml.draw.template=std
    wt.stf=stf sun.xml.impress.template=sti pg.format=str sun.xml.writer.template=stw
    sus-calendar=sus dvb.service=svc svd aristanetworks.swi=swi sun.xml.calc=sxc sun.xml.draw=sxd
    sun.xml.writer.global=sxg sun.xml.impress=sxi sun.xml.math=sxm sun.xml.writer=sxw
    tao.intent-module-archive=tao 3gpp2.tcap=tcap smart.teacher=teacher tmobile-livetv=tmo
    groove-tool-template=tpl trid.tpt=tpt trueapp=tra simtech-mindmapper=twd genomatix.tuxedo=txd
    mobius.txf=txf ufdl=ufd umajin=umj unity=unityweb uoml+xml=uoml uiq.theme=utz groove-vcard=vcg
    vcx visionary=vis visio=vsd vsf criticaltools.wbs+xml=wbs wap.wbxml=wbxml pmi.widget=wg
    wap.wmlc=wmlc wap.wmlscriptc=wmlsc wordperfect=wpd wqd webturbo=wtb hzn-3d-crossword=x3d
    xara=xar fujixerox.docuworks.binder=xbd syncml.dm+xml=xdm adobe.xdp+xml=xdp
    fujixerox.docuworks=xdw adobe.xfdf=xfdf xfdl olpc-sugar=xo is-xpr=xpr intercon.formnet=xpw
    syncml+xml=xsm mozilla.xul+xml=xul zzazz.deck+xml=zaz zul=zir handheld-entertainment+xml=zmm
    application/vnd.ms-: cab-compressed=cab pki.seccat=cat htmlhelp=chm artgalry=cil
    word.document.macroenabled.12=docm word.template.macroenabled.12=dotm fontobject=eot ims lrm
    project=mpp powerpoint.template.macroenabled.12=potm powerpoint.addin.macroenabled.12=ppam
    powerpoint.slideshow.macroenabled.12=ppsm powerpoint=ppt
    powerpoint.presentation.macroenabled.12=pptm powerpoint.slide.macroenabled.12=sldm pki.stl=stl
    officetheme=thmx wpl works=wps excel.addin.macroenabled.12=xlam excel=xls
    excel.sheet.binary.macroenabled.12=xlsb excel.sheet.macroenabled.12=xlsm
    excel.template.macroenabled.12=xltm xpsdocument=xps application/vnd.oasis.opendocument.:
    database=odb chart=odc formula=odf formula-template=odft graphics=odg image=odi text-master=odm
    presentation=odp spreadsheet=ods text=odt chart-template=otc graphics-template=otg text-web=oth
    image-template=oti presentation-template=otp spreadsheet-template=ots text-template=ott
    application/vnd.openxmlformats-officedocument.: wordprocessingml.document=docx
    wordprocessingml.template=dotx presentationml.template=potx presentationml.slideshow=ppsx
    presentationml.presentation=pptx presentationml.slide=sldx spreadsheetml.sheet=xlsx
    spreadsheetml.template=xltx application/x-: 7z-compressed=7z authorware-bin=aab
    authorware-map=aam authorware-seg=aas abiword=abw ace-compressed=ace ms-application=application
    bcpio font-bdf=bdf bzip=bz bzip2=bz2 chat msclip=clp cpio mscardfile=crd csh debian-package=deb
    x509-ca-cert=der director=dir dtbook+xml=dtb dvi msdownload=exe xfig=fig gnumeric
    font-ghostscript=gsf gtar hdf java-jnlp-file=jnlp latex msaccess=mdb msmoney=mny msmediaview=mvb
    netcdf=nc dtbncx+xml=ncx msbinder=obd font-otf=otf pkcs12=p12 pkcs7-certificates=p7b
    pkcs7-certreqresp=p7r font-pcf=pcf font-type1=pfa chess-pgn=pgn mobipocket-ebook=prc
    font-linux-psf=psf mspublisher=pub rar-compressed=rar dtbresource+xml=res msschedule=scd sh shar
    stuffit=sit stuffitx=sitx font-snf=snf futuresplash=spl wais-source=src sv4cpio sv4crc
    shockwave-flash=swf tar tcl tex texinfo tex-tfm=tfm bittorrent=torrent msterminal=trm
    font-ttf=ttf ustar cdlink=vcd doom=wad ms-wmd=wmd msmetafile=wmf ms-wmz=wmz font-woff=woff
    mswrite=wri silverlight-app=xap ms-xbap=xbap xpinstall=xpi audio/: adpcm=adp basic=au midi=mid
    mp4=mp4a mpeg=mpga ogg=oga webm=weba audio/vnd.: dra dts dts.hd=dtshd nuera.ecelp4800=ecelp4800
    nuera.ecelp7470=ecelp7470 nuera.ecelp9600=ecelp9600 digital-winds=eol lucent.voice=lvp
    ms-playready.media.pya=pya rip dece.audio=uva audio/x-: aac aiff=aif mpegurl=m3u
    pn-realaudio=ram pn-realaudio-plugin=rmp wav ms-wax=wax ms-wma=wma chemical/: x-cdx=cdx
    x-cif=cif x-cmdf=cmdf x-cml=cml x-csml=csml x-xyz=xyz image/: bmp prs.btif=btif cgm g3fax=g3 gif
    ief jpeg=jpeg,jpg ktx png svg+xml=svg tiff webp image/vnd.: djvu dwg dxf fastbidsheet=fbs fpx
    fst ms-modi=mdi fujixerox.edmics-mmr=mmr net-fpx=npx adobe.photoshop=psd
    fujixerox.edmics-rlc=rlc dvb.subtitle=sub dece.graphic=uvi wap.wbmp=wbmp xiff=xif image/x-: cmx
    freehand=fh icon=ico portable-bitmap=pbm pcx portable-graymap=pgm pict=pic portable-anymap=pnm
    portable-pixmap=ppm cmu-raster=ras rgb xbitmap=xbm xpixmap=xpm xwindowdump=xwd message/:
    rfc822=eml model/: vnd.collada+xml=dae vnd.dwf=dwf vnd.gdl=gdl vnd.gtw=gtw iges=igs mesh=msh
    vnd.mts=mts vnd.vtu=vtu vrml=wrl text/: css csv prs.lines.tag=dsc html calendar=ics n3
    richtext=rtx sgml troff=t tab-separated-values=tsv turtle=ttl plain=txt uri-list=uri yaml
    text/vnd.: in3d.3dml=3dml curl curl.dcurl=dcurl fmi.flexstor=flx fly graphviz=gv
    sun.j2me.app-descriptor=jad curl.mcurl=mcurl curl.scurl=scurl in3d.spot=spot wap.wml=wml
    wap.wmlscript=wmls text/x-: c setext=etx fortran=f java-source=java pascal=p asm=s uuencode=uu
    vcard=vcf vcalendar=vcs video/: 3gpp2=3g2 3gpp=3gp h261 h263 h264 jpeg=jpgv jpm mj2
    quicktime=mov,qt mp4 mpeg ogg=ogv webm video/vnd.: fvt mpegurl=mxu ms-playready.media.pyv=pyv
    dece.hd=uvh dece.mobile=uvm dece.pd=uvp dece.sd=uvs uvvu.mp4=uvu dece.video=uvv vivo=viv
    video/x-: ms-asf=asf msvideo=avi f4v fli flv m4v sgi-movie=movie ms-wm=wm ms-wmv=wmv ms-wmx=wmx
    ms-wvx=wvx x-conference/: x-cooltalk=ice
    """)
}
