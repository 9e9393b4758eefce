export type SampleNote = {
  items?: number;
  /** The description of each item, by its index. */
  describe?: (index: number) => string;
  itemInfo?: (index: number) => string | undefined;
  unitPrice?: string;
  /** CRT; 3 has the taxes of the reform. */
  regime?: '1' | '3';
  environment?: '1' | '2';
  issuerName?: string;
  issuerTaxId?: string;
  recipientName?: string;
  issuedAt?: string;
  instalments?: number;
  complement?: string;
  /** XML inserted before the closing tag of a group of `infNFe`. */
  extra?: Partial<Record<'ide' | 'emit' | 'dest' | 'ICMSTot' | 'total' | 'transp' | 'infAdic', string>>;
  /** XML inserted after `dest`: retirada, entrega. */
  places?: string;
};

const protocol = '135260000123456';

/** The access key of the sample note of that issuer. */
export function sampleKey(issuerTaxId = '11222333000181'): string {
  return `352611${issuerTaxId}550010000012341123456785`;
}

/** An authorized NF-e (`nfeProc`) with the groups of a sale. Amounts are plausible, but not added up. */
export function authorizedXml(note: SampleNote = {}): string {
  const { items = 1, environment = '1', extra = {}, places = '' } = note;
  const key = sampleKey(note.issuerTaxId);
  const details = Array.from({ length: items }, (_, index) => item(note, index)).join('');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe${key}" versao="4.00">` +
    `${ide(note)}${emit(note)}${dest(note)}${places}${details}${totals(note)}${freight(extra.transp)}${billing(note)}` +
    '<pag><detPag><indPag>1</indPag><tPag>15</tPag><vPag>1234.50</vPag></detPag></pag>' +
    `<infAdic><infCpl>${escaped(note.complement ?? 'Pedido 4711. Entrega em horário comercial.')}</infCpl>${extra.infAdic ?? ''}</infAdic>` +
    '</infNFe></NFe>' +
    `<protNFe versao="4.00"><infProt><tpAmb>${environment}</tpAmb><verAplic>SP_NFE_PL009_V4</verAplic><chNFe>${key}</chNFe>` +
    `<dhRecbto>2026-11-21T09:31:02-03:00</dhRecbto><nProt>${protocol}</nProt><digVal>8d6n7WQ2nF2cWzUuKQeBIwT9mZ0=</digVal>` +
    '<cStat>100</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe></nfeProc>'
  );
}

function ide({ issuedAt = '2026-11-21T09:30:00-03:00', environment = '1', extra = {} }: SampleNote): string {
  return (
    '<ide><cUF>35</cUF><cNF>12345678</cNF><natOp>Venda de mercadoria adquirida de terceiros</natOp><mod>55</mod><serie>1</serie>' +
    `<nNF>1234</nNF><dhEmi>${issuedAt}</dhEmi><dhSaiEnt>${issuedAt}</dhSaiEnt><tpNF>1</tpNF><idDest>1</idDest>` +
    '<cMunFG>3550308</cMunFG><tpImp>1</tpImp><tpEmis>1</tpEmis><cDV>5</cDV>' +
    `<tpAmb>${environment}</tpAmb><finNFe>1</finNFe><indFinal>0</indFinal><indPres>1</indPres><procEmi>0</procEmi>` +
    `<verProc>lavra</verProc>${extra.ide ?? ''}</ide>`
  );
}

function emit({ issuerName, issuerTaxId = '11222333000181', regime = '3', extra = {} }: SampleNote): string {
  return (
    `<emit><CNPJ>${issuerTaxId}</CNPJ><xNome>${escaped(issuerName ?? 'Comércio de Máquinas São João Ltda')}</xNome>` +
    '<enderEmit><xLgr>Avenida Paulista</xLgr><nro>1578</nro><xCpl>Conjunto 121</xCpl><xBairro>Bela Vista</xBairro>' +
    '<cMun>3550308</cMun><xMun>São Paulo</xMun><UF>SP</UF><CEP>01310200</CEP><cPais>1058</cPais><xPais>Brasil</xPais>' +
    `<fone>1130405060</fone></enderEmit><IE>110042490114</IE><CRT>${regime}</CRT>${extra.emit ?? ''}</emit>`
  );
}

function dest({ recipientName, extra = {} }: SampleNote): string {
  return (
    `<dest><CNPJ>44555666000172</CNPJ><xNome>${escaped(recipientName ?? 'Indústria Açaí & Cia. Ltda')}</xNome>` +
    '<enderDest><xLgr>Rua das Acácias</xLgr><nro>10</nro><xBairro>Centro</xBairro><cMun>3509502</cMun><xMun>Campinas</xMun>' +
    '<UF>SP</UF><CEP>13010050</CEP><cPais>1058</cPais><xPais>Brasil</xPais><fone>19987654321</fone></enderDest>' +
    `<indIEDest>1</indIEDest><IE>244123456110</IE>${extra.dest ?? ''}</dest>`
  );
}

function item(note: SampleNote, index: number): string {
  const info = note.itemInfo?.(index);
  const name = note.describe?.(index) ?? `Parafuso sextavado de aço inoxidável M${index + 1}`;
  return (
    `<det nItem="${index + 1}"><prod><cProd>P-${String(index + 1).padStart(4, '0')}</cProd><cEAN>SEM GTIN</cEAN>` +
    `<xProd>${escaped(name)}</xProd><NCM>73181500</NCM><CFOP>5102</CFOP><uCom>UN</uCom><qCom>10.0000</qCom>` +
    `<vUnCom>${note.unitPrice ?? '12.3450000000'}</vUnCom><vProd>123.45</vProd><cEANTrib>SEM GTIN</cEANTrib><uTrib>UN</uTrib>` +
    '<qTrib>10.0000</qTrib><vUnTrib>12.3450000000</vUnTrib><indTot>1</indTot></prod>' +
    `<imposto>${note.regime === '1' ? simplesTaxes : normalTaxes}</imposto>` +
    `${info ? `<infAdProd>${escaped(info)}</infAdProd>` : ''}</det>`
  );
}

const contributions =
  '<PIS><PISAliq><CST>01</CST><vBC>101.23</vBC><pPIS>1.6500</pPIS><vPIS>1.67</vPIS></PISAliq></PIS>' +
  '<COFINS><COFINSAliq><CST>01</CST><vBC>101.23</vBC><pCOFINS>7.6000</pCOFINS><vCOFINS>7.69</vCOFINS></COFINSAliq></COFINS>';

const normalTaxes =
  '<ICMS><ICMS00><orig>0</orig><CST>00</CST><modBC>3</modBC><vBC>123.45</vBC><pICMS>18.0000</pICMS><vICMS>22.22</vICMS></ICMS00></ICMS>' +
  '<IPI><cEnq>999</cEnq><IPITrib><CST>50</CST><vBC>123.45</vBC><pIPI>5.0000</pIPI><vIPI>6.17</vIPI></IPITrib></IPI>' +
  contributions +
  '<IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>91.87</vBC>' +
  '<gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>0.09</vIBSUF></gIBSUF><gIBSMun><pIBSMun>0.0000</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun>' +
  '<vIBS>0.09</vIBS><gCBS><pCBS>0.9000</pCBS><vCBS>0.83</vCBS></gCBS></gIBSCBS></IBSCBS>';

const simplesTaxes = `<ICMS><ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102></ICMS>${contributions}`;

function totals({ regime = '3', extra = {} }: SampleNote): string {
  const reform =
    '<IBSCBSTot><vBCIBSCBS>918.70</vBCIBSCBS><gIBS><gIBSUF><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vIBSUF>0.92</vIBSUF></gIBSUF>' +
    '<gIBSMun><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.92</vIBS><vCredPres>0.00</vCredPres>' +
    '<vCredPresCondSus>0.00</vCredPresCondSus></gIBS><gCBS><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vCBS>8.27</vCBS>' +
    '<vCredPres>0.00</vCredPres><vCredPresCondSus>0.00</vCredPresCondSus></gCBS></IBSCBSTot>';
  return (
    '<total><ICMSTot><vBC>1234.50</vBC><vICMS>222.20</vICMS><vICMSDeson>0.00</vICMSDeson><vFCP>0.00</vFCP><vBCST>0.00</vBCST>' +
    '<vST>0.00</vST><vFCPST>0.00</vFCPST><vFCPSTRet>0.00</vFCPSTRet><vProd>1234.50</vProd><vFrete>35.00</vFrete><vSeg>5.00</vSeg>' +
    '<vDesc>0.00</vDesc><vII>0.00</vII><vIPI>61.70</vIPI><vIPIDevol>0.00</vIPIDevol><vPIS>16.70</vPIS><vCOFINS>76.90</vCOFINS>' +
    `<vOutro>0.00</vOutro><vNF>1336.20</vNF>${extra.ICMSTot ?? ''}</ICMSTot>${regime === '3' ? reform : ''}${extra.total ?? ''}</total>`
  );
}

function freight(extra = ''): string {
  return (
    '<transp><modFrete>0</modFrete><transporta><CNPJ>60664745000187</CNPJ><xNome>Transportadora Rápida Ltda</xNome>' +
    '<IE>112233445566</IE><xEnder>Rodovia Anhanguera, km 22</xEnder><xMun>Osasco</xMun><UF>SP</UF></transporta>' +
    '<veicTransp><placa>ABC1D23</placa><UF>SP</UF><RNTC>12345678</RNTC></veicTransp>' +
    `<vol><qVol>3</qVol><esp>Caixa</esp><marca>SJ</marca><pesoL>30.000</pesoL><pesoB>33.500</pesoB></vol>${extra}</transp>`
  );
}

function billing({ instalments = 2 }: SampleNote): string {
  const each = Array.from(
    { length: instalments },
    (_, index) =>
      `<dup><nDup>${String(index + 1).padStart(3, '0')}</nDup><dVenc>2027-01-10</dVenc><vDup>668.10</vDup></dup>`,
  );
  return `<cobr><fat><nFat>1234</nFat><vOrig>1336.20</vOrig><vDesc>0.00</vDesc><vLiq>1336.20</vLiq></fat>${each.join('')}</cobr>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
