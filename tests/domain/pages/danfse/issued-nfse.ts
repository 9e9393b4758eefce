/** The differences between samples; XML is inserted as it is. */
export type SampleNfse = {
  environment?: '1' | '2';
  /** ambGer: 1 the municipality's own system, 2 the national one. */
  generator?: '1' | '2';
  /** tpEmit. */
  issuedBy?: '1' | '2' | '3';
  competence?: string;
  issuerName?: string;
  issuerTaxId?: string;
  /** What follows the provider's tax id in `prest`. */
  provider?: string;
  regime?: string;
  /** The content of `toma`; null where the taker is not identified. */
  taker?: string | null;
  intermediary?: string;
  /** The content of `dest`, somebody other than the taker. */
  recipient?: string;
  /** chSubstda. */
  replaces?: string;
  /** The content of `locPrest`. */
  place?: string;
  nationalCode?: string;
  municipalDescription?: string;
  description?: string;
  /** What follows `cServ`: comExt, obra, atvEvento, infoCompl. */
  afterService?: string;
  /** What follows `vServPrest`: discounts and deductions. */
  reductions?: string;
  /** The content of `tribMun`. */
  issqn?: string;
  federal?: string;
  /** The content of `totTrib`. */
  approximateTaxes?: string;
  /** The first fields of the amounts that the issuing system computed, before vLiq. */
  computed?: string;
  municipalUse?: string;
  hasReform?: boolean;
};

const defaultIssuer = '11222333000181';

/** The access key of the sample of that issuer and generator. */
export function sampleNfseKey({ issuerTaxId = defaultIssuer, generator = '2' }: SampleNfse = {}): string {
  return `3550308${generator}2${issuerTaxId}00000000012342611${'123456789'}7`;
}

const address =
  '<end><endNac><cMun>3509502</cMun><CEP>13010050</CEP></endNac><xLgr>Rua das Acácias</xLgr><nro>10</nro>' +
  '<xCpl>Sala 3</xCpl><xBairro>Centro</xBairro></end>';

/** Parties as the groups `toma`, `interm` and `dest` hold them. */
export const parties = {
  company: `<CNPJ>44555666000172</CNPJ><IM>998877</IM><xNome>Indústria Açaí &amp; Cia. Ltda</xNome>${address}<fone>19987654321</fone><email>fiscal@acai.example</email>`,
  person: `<CPF>12345678909</CPF><xNome>Maria Aparecida dos Santos</xNome>${address}`,
  foreigner:
    '<NIF>DE811569869</NIF><xNome>Müller Maschinenbau GmbH</xNome><end><endExt><cPais>DE</cPais><cEndPost>80331</cEndPost>' +
    '<xCidade>München</xCidade><xEstProvReg>Bayern</xEstProvReg></endExt><xLgr>Sendlinger Straße</xLgr><nro>8</nro>' +
    '<xBairro>Altstadt</xBairro></end><email>einkauf@mueller.example</email>',
  recipient: `<CNPJ>60664745000187</CNPJ><xNome>Filial de Santos da Indústria Açaí</xNome><end><endNac><cMun>3548500</cMun><CEP>11010000</CEP></endNac><xLgr>Rua do Cais</xLgr><nro>9</nro><xBairro>Porto</xBairro></end><fone>1333334444</fone>`,
  intermediary: `<CNPJ>33444555000103</CNPJ><IM>554433</IM><xNome>Intermediações Paulistas S.A.</xNome>${address}`,
};

const wide = (length: number) => 'WMÇÃO '.repeat(length).slice(0, length - 1) + 'W';
const widest = '999999999999999.99';
const longAddress =
  `<end><endNac><cMun>3548500</cMun><CEP>11010000</CEP></endNac><xLgr>${wide(255)}</xLgr><nro>${wide(60)}</nro>` +
  `<xCpl>${wide(156)}</xCpl><xBairro>${wide(60)}</xBairro></end><fone>55139999999999999999</fone><email>${'w'.repeat(66)}@wwwww.example</email>`;
const longParty = `<CNPJ>44555666000172</CNPJ><IM>999999999999999</IM><xNome>${wide(300)}</xNome>${longAddress}`;

/** A sample with every text at its greatest length, in wide letters. */
export const longestNfse: SampleNfse = {
  environment: '2',
  issuerName: wide(300),
  provider: longParty.replace('<CNPJ>44555666000172</CNPJ>', ''),
  regime: '<opSimpNac>3</opSimpNac><regApTribSN>3</regApTribSN><regEspTrib>6</regEspTrib>',
  taker: longParty,
  intermediary: longParty,
  recipient: longParty.replace(/<IM>.*<\/IM>/, '').replace(/<xNome>.*<\/xNome>/, `<xNome>${wide(150)}</xNome>`),
  municipalDescription: wide(600),
  description: wide(2000),
  afterService: `<infoCompl><xInfComp>${wide(2000)}</xInfComp></infoCompl>`,
  municipalUse: wide(2000),
  issqn:
    `<tribISSQN>2</tribISSQN><tpImunidade>3</tpImunidade><exigSusp><tpSusp>2</tpSusp><nProcesso>${'9'.repeat(30)}</nProcesso></exigSusp>` +
    '<BM><nBM>35503080300001</nBM></BM><tpRetISSQN>3</tpRetISSQN>',
  federal: `<piscofins><CST>01</CST><vPis>${widest}</vPis><vCofins>${widest}</vCofins><tpRetPisCofins>9</tpRetPisCofins></piscofins><vRetCP>${widest}</vRetCP><vRetIRRF>${widest}</vRetIRRF><vRetCSLL>${widest}</vRetCSLL>`,
  reductions: `<vDescCondIncond><vDescIncond>${widest}</vDescIncond><vDescCond>${widest}</vDescCond></vDescCondIncond>`,
  approximateTaxes: `<vTotTrib><vTotTribFed>${widest}</vTotTribFed><vTotTribEst>${widest}</vTotTribEst><vTotTribMun>${widest}</vTotTribMun></vTotTrib>`,
  computed: `<vCalcDR>${widest}</vCalcDR><tpBM>4</tpBM><vCalcBM>${widest}</vCalcBM><vBC>${widest}</vBC><pAliqAplic>5.00</pAliqAplic><vISSQN>${widest}</vISSQN><vTotalRet>${widest}</vTotalRet>`,
};

/** An NFS-e as its issuing system returned it (layout 1.01). Amounts are plausible, but not added up; the signature is not a real one. */
export function issuedNfse(sample: SampleNfse = {}): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?><NFSe xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01">' +
    `<infNFSe Id="NFS${sampleNfseKey(sample)}"><xLocEmi>São Paulo</xLocEmi><xLocPrestacao>Campinas</xLocPrestacao>` +
    '<nNFSe>1234</nNFSe><cLocIncid>3550308</cLocIncid><xLocIncid>São Paulo</xLocIncid>' +
    '<xTribNac>Suporte técnico em informática, inclusive instalação, configuração e manutenção de programas de computação e bancos de dados.</xTribNac>' +
    optional('xTribMun', sample.municipalDescription) +
    `<xNBS>Serviços de suporte em tecnologia da informação</xNBS><verAplic>SefinNac_1.6.0</verAplic><ambGer>${sample.generator ?? '2'}</ambGer>` +
    '<tpEmis>1</tpEmis><procEmi>1</procEmi><cStat>100</cStat><dhProc>2026-11-20T16:05:09-03:00</dhProc><nDFSe>987654</nDFSe>' +
    `${emit(sample)}<valores>${sample.computed ?? usualAmounts}<vLiq>1250.00</vLiq></valores>` +
    `${optional('xOutInf', sample.municipalUse)}${sample.hasReform === false ? '' : computedReform}` +
    `<DPS versao="1.01"><infDPS Id="DPS35503082${sample.issuerTaxId ?? defaultIssuer}00900000000000000077">${declaration(sample)}</infDPS></DPS></infNFSe>` +
    `${signature}</NFSe>`
  );
}

const usualAmounts =
  '<vBC>1500.00</vBC><pAliqAplic>2.90</pAliqAplic><vISSQN>43.50</vISSQN><vTotalRet>250.00</vTotalRet>';

function emit({ issuerTaxId = defaultIssuer, issuerName = 'Comércio de Máquinas São João Ltda' }: SampleNfse): string {
  return (
    `<emit><CNPJ>${issuerTaxId}</CNPJ><IM>12345678</IM><xNome>${escaped(issuerName)}</xNome><enderNac><xLgr>Avenida Paulista</xLgr>` +
    '<nro>1578</nro><xCpl>Conjunto 121</xCpl><xBairro>Bela Vista</xBairro><cMun>3550308</cMun><UF>SP</UF><CEP>01310200</CEP></enderNac>' +
    '<fone>1130405060</fone><email>contato@saojoao.example</email></emit>'
  );
}

function declaration(sample: SampleNfse): string {
  const {
    issuerTaxId = defaultIssuer,
    taker = parties.company,
    regime = '<opSimpNac>1</opSimpNac><regEspTrib>0</regEspTrib>',
  } = sample;
  const replaced = sample.replaces
    ? `<subst><chSubstda>${sample.replaces}</chSubstda><cMotivo>99</cMotivo><xMotivo>Valor do serviço informado a maior</xMotivo></subst>`
    : '';
  return (
    `<tpAmb>${sample.environment ?? '1'}</tpAmb><dhEmi>2026-11-20T16:05:03-03:00</dhEmi><verAplic>lavra</verAplic><serie>900</serie>` +
    `<nDPS>77</nDPS><dCompet>${sample.competence ?? '2026-11-20'}</dCompet><tpEmit>${sample.issuedBy ?? '1'}</tpEmit>` +
    `<cLocEmi>3550308</cLocEmi>${replaced}<prest><CNPJ>${issuerTaxId}</CNPJ>${sample.provider ?? ''}<regTrib>${regime}</regTrib></prest>` +
    `${taker === null ? '' : `<toma>${taker}</toma>`}${sample.intermediary ? `<interm>${sample.intermediary}</interm>` : ''}` +
    `${service(sample)}${amounts(sample)}${sample.hasReform === false ? '' : declaredReform(sample.recipient)}`
  );
}

function service(sample: SampleNfse): string {
  return (
    `<serv><locPrest>${sample.place ?? '<cLocPrestacao>3509502</cLocPrestacao>'}</locPrest><cServ>` +
    `<cTribNac>${sample.nationalCode ?? '010701'}</cTribNac>${sample.municipalDescription ? '<cTribMun>123</cTribMun>' : ''}` +
    `<xDescServ>${escaped(sample.description ?? 'Suporte técnico mensal, contrato 4711, novembro de 2026.')}</xDescServ>` +
    `<cNBS>115013000</cNBS></cServ>${sample.afterService ?? ''}</serv>`
  );
}

function amounts(sample: SampleNfse): string {
  const {
    issqn = '<tribISSQN>1</tribISSQN><tpRetISSQN>1</tpRetISSQN>',
    federal = '<piscofins><CST>01</CST><vBCPisCofins>1500.00</vBCPisCofins><pAliqPis>0.65</pAliqPis><pAliqCofins>3.00</pAliqCofins><vPis>9.75</vPis>' +
      '<vCofins>45.00</vCofins><tpRetPisCofins>2</tpRetPisCofins></piscofins><vRetCP>165.00</vRetCP><vRetIRRF>70.00</vRetIRRF><vRetCSLL>15.00</vRetCSLL>',
    approximateTaxes = '<vTotTrib><vTotTribFed>201.75</vTotTribFed><vTotTribEst>0.00</vTotTribEst><vTotTribMun>43.50</vTotTribMun></vTotTrib>',
  } = sample;
  return (
    `<valores><vServPrest><vServ>1500.00</vServ></vServPrest>${sample.reductions ?? ''}<trib><tribMun>${issqn}</tribMun>` +
    `${federal && `<tribFed>${federal}</tribFed>`}<totTrib>${approximateTaxes}</totTrib></trib></valores>`
  );
}

function declaredReform(recipient: string | undefined): string {
  const party = recipient ? `<indDest>1</indDest><dest>${recipient}</dest>` : '<indDest>0</indDest>';
  return (
    `<IBSCBS><finNFSe>0</finNFSe><indFinal>0</indFinal><cIndOp>100301</cIndOp>${party}` +
    '<valores><trib><gIBSCBS><CST>200</CST><cClassTrib>200029</cClassTrib></gIBSCBS></trib></valores></IBSCBS>'
  );
}

const computedReform =
  '<IBSCBS><cLocalidadeIncid>3509502</cLocalidadeIncid><xLocalidadeIncid>Campinas</xLocalidadeIncid><valores><vBC>1401.75</vBC>' +
  '<uf><pIBSUF>0.10</pIBSUF><pRedAliqUF>60.00</pRedAliqUF><pAliqEfetUF>0.04</pAliqEfetUF></uf>' +
  '<mun><pIBSMun>0.00</pIBSMun><pRedAliqMun>60.00</pRedAliqMun><pAliqEfetMun>0.00</pAliqEfetMun></mun>' +
  '<fed><pCBS>0.90</pCBS><pRedAliqCBS>60.00</pRedAliqCBS><pAliqEfetCBS>0.36</pAliqEfetCBS></fed></valores>' +
  '<totCIBS><vTotNF>1255.61</vTotNF><gIBS><vIBSTot>0.56</vIBSTot><gIBSUFTot><vIBSUF>0.56</vIBSUF></gIBSUFTot>' +
  '<gIBSMunTot><vIBSMun>0.00</vIBSMun></gIBSMunTot></gIBS><gCBS><vCBS>5.05</vCBS></gCBS></totCIBS></IBSCBS>';

const signature =
  '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>' +
  '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>' +
  '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><Reference URI=""><Transforms>' +
  '<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></Transforms>' +
  '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AAAA</DigestValue></Reference></SignedInfo>' +
  '<SignatureValue>AAAA</SignatureValue><KeyInfo><X509Data><X509Certificate>AAAA</X509Certificate></X509Data></KeyInfo></Signature>';

function optional(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
