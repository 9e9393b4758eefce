import { type Signer, signElement } from '../../../domain/xml/signature.ts';

const namespace = 'http://www.sped.fazenda.gov.br/nfse';

/** A replacement in a sample, made once. */
export type Change = readonly [was: string | RegExp, now: string];

/** A CNPJ of digits, and one with letters (IN RFB 2.229/2024). */
export const cnpjs = ['11222333000181', '12ABC34501DE35'] as const;

/** The Id of the tests' DPS of a CNPJ: cMun, tpInsc 2, CNPJ, series, number. */
export const dpsId = (cnpj: string): string => `DPS35503082${cnpj}00001000000000000042`;

/** The key of the NFS-e of it: cMun, ambGer 2, tpInsc 2, CNPJ, nNFSe, AAMM, code, DV. */
export const nfseKey = (cnpj: string): string => `355030822${cnpj}000000000001726111234567890`;

/** A valid DPS of a CNPJ, written by hand after layout 1.01; `changes` are made before it is signed. */
export function dps(signer: Signer, cnpj: string, changes: readonly Change[] = []): string {
  const id = dpsId(cnpj);
  const infDPS = changed(infDpsOf(id, cnpj), changes);
  return `<DPS xmlns="${namespace}" versao="1.01">${infDPS}${signatureOf(infDPS, id, signer)}</DPS>`;
}

/** A valid request to cancel (101101) the NFS-e of a CNPJ. */
export function cancelRequest(signer: Signer, cnpj: string, changes: readonly Change[] = []) {
  const id = `PRE${nfseKey(cnpj)}101101`;
  const infPedReg = changed(
    `<infPedReg Id="${id}"><tpAmb>2</tpAmb><verAplic>Lavra 0.1.0</verAplic><dhEvento>2026-11-22T10:00:00-03:00</dhEvento>` +
      `<CNPJAutor>${cnpj}</CNPJAutor><chNFSe>${nfseKey(cnpj)}</chNFSe><e101101><xDesc>Cancelamento de NFS-e</xDesc>` +
      `<cMotivo>9</cMotivo><xMotivo>Pedido cancelado pelo cliente</xMotivo></e101101></infPedReg>`,
    changes,
  );
  const signature = signatureOf(infPedReg, id, signer);
  return `<pedRegEvento xmlns="${namespace}" versao="1.01">${infPedReg}${signature}</pedRegEvento>`;
}

/** The NFS-e that the authority returns for the DPS. */
export function nfse(signer: Signer, cnpj: string): string {
  const id = `NFS${nfseKey(cnpj)}`;
  const infNFSe =
    `<infNFSe Id="${id}"><xLocEmi>São Paulo</xLocEmi><xLocPrestacao>São Paulo</xLocPrestacao><nNFSe>17</nNFSe>` +
    `<cLocIncid>3550308</cLocIncid><xLocIncid>São Paulo</xLocIncid><xTribNac>Suporte técnico em informática</xTribNac>` +
    `<verAplic>SefinNac_Pre_1.4.0</verAplic><ambGer>2</ambGer><tpEmis>1</tpEmis><procEmi>1</procEmi><cStat>100</cStat>` +
    `<dhProc>2026-11-22T10:00:01-03:00</dhProc><nDFSe>1</nDFSe><emit><CNPJ>${cnpj}</CNPJ><xNome>Padaria</xNome>` +
    `<enderNac><xLgr>Rua A</xLgr><nro>1</nro><xBairro>Centro</xBairro><cMun>3550308</cMun><UF>SP</UF><CEP>01001000</CEP>` +
    `</enderNac></emit><valores><vBC>1000.00</vBC><pAliqAplic>2.00</pAliqAplic><vISSQN>20.00</vISSQN><vLiq>1000.00</vLiq>` +
    `</valores>${dps(signer, cnpj).replace(` xmlns="${namespace}"`, '')}</infNFSe>`;
  return `<NFSe xmlns="${namespace}" versao="1.01">${infNFSe}${signatureOf(infNFSe, id, signer)}</NFSe>`;
}

/** The registered event that the authority returns for the request to cancel. */
export function cancellation(signer: Signer, cnpj: string): string {
  const id = `EVT${nfseKey(cnpj)}101101001`;
  const request = cancelRequest(signer, cnpj).replace(` xmlns="${namespace}"`, '');
  const infEvento =
    `<infEvento Id="${id}"><verAplic>SefinNac_Pre_1.4.0</verAplic><ambGer>2</ambGer><nSeqEvento>1</nSeqEvento>` +
    `<dhProc>2026-11-22T10:05:00-03:00</dhProc><nDFSe>2</nDFSe>${request}</infEvento>`;
  return `<evento xmlns="${namespace}" versao="1.01">${infEvento}${signatureOf(infEvento, id, signer)}</evento>`;
}

function signatureOf(element: string, id: string, signer: Signer): string {
  return signElement({ element, namespace, id, signer }).signature;
}

/** @throws Error if the text to change is not in the sample: the test would prove nothing */
function changed(xml: string, changes: readonly Change[]): string {
  return changes.reduce((text, [was, now]) => {
    const next = text.replace(was, now);
    if (next === text) throw new Error(`${was} is not in the sample`);
    return next;
  }, xml);
}

function infDpsOf(id: string, cnpj: string): string {
  return (
    `<infDPS Id="${id}"><tpAmb>2</tpAmb><dhEmi>2026-11-22T09:30:00-03:00</dhEmi><verAplic>Lavra 0.1.0</verAplic>` +
    `<serie>1</serie><nDPS>42</nDPS><dCompet>2026-11-22</dCompet><tpEmit>1</tpEmit><cLocEmi>3550308</cLocEmi>` +
    `<subst><chSubstda>${nfseKey(cnpj)}</chSubstda><cMotivo>99</cMotivo><xMotivo>Valor do serviço digitado errado</xMotivo></subst>` +
    `<prest><CNPJ>${cnpj}</CNPJ><IM>12345</IM><fone>1133334444</fone><email>fiscal@example.com</email>` +
    `<regTrib><opSimpNac>1</opSimpNac><regEspTrib>0</regEspTrib></regTrib></prest>` +
    `<toma><CNPJ>${cnpj}</CNPJ><IM>6789</IM><xNome>Comércio de Flores Ltda</xNome>${address('01001000')}` +
    `<fone>11999998888</fone><email>compras@example.com</email></toma>` +
    `<interm><CPF>52998224725</CPF><xNome>Ana Souza</xNome></interm>` +
    `<serv><locPrest><cLocPrestacao>3550308</cLocPrestacao></locPrest><cServ><cTribNac>010701</cTribNac>` +
    `<cTribMun>1234567890</cTribMun><xDescServ>Suporte técnico\nem novembro</xDescServ><cNBS>115021000</cNBS></cServ>` +
    `<comExt><mdPrestacao>1</mdPrestacao><vincPrest>0</vincPrest><tpMoeda>220</tpMoeda><vServMoeda>200.00</vServMoeda>` +
    `<mecAFComexP>01</mecAFComexP><mecAFComexT>01</mecAFComexT><movTempBens>1</movTempBens><mdic>0</mdic></comExt>` +
    `<obra><inscImobFisc>123.456</inscImobFisc><end><CEP>01001000</CEP><xLgr>Rua B</xLgr><nro>2</nro><xBairro>Sé</xBairro></end></obra>` +
    `<atvEvento><xNome>Feira de Flores</xNome><dtIni>2026-11-20</dtIni><dtFim>2026-11-22</dtFim><idAtvEvt>EV1</idAtvEvt></atvEvento>` +
    `<infoCompl><xPed>PO-77</xPed><xInfComp>Contrato 12 de 2026</xInfComp></infoCompl></serv>` +
    `<valores><vServPrest><vServ>1000.00</vServ></vServPrest>` +
    `<vDescCondIncond><vDescIncond>50.00</vDescIncond><vDescCond>10.00</vDescCond></vDescCondIncond>` +
    `<vDedRed><documentos>${deduction('1', '')}${deduction('99', '<xDescOutDed>Locação de andaimes</xDescOutDed>')}</documentos></vDedRed>` +
    `<trib><tribMun><tribISSQN>1</tribISSQN><exigSusp><tpSusp>1</tpSusp><nProcesso>${'1'.repeat(30)}</nProcesso></exigSusp>` +
    `<BM><nBM>35503080100001</nBM><pRedBCBM>10.00</pRedBCBM></BM><tpRetISSQN>1</tpRetISSQN><pAliq>2.00</pAliq></tribMun>` +
    `<tribFed><piscofins><CST>01</CST><vBCPisCofins>1000.00</vBCPisCofins><pAliqPis>0.65</pAliqPis><pAliqCofins>3.00</pAliqCofins>` +
    `<vPis>6.50</vPis><vCofins>30.00</vCofins><tpRetPisCofins>3</tpRetPisCofins></piscofins>` +
    `<vRetCP>110.00</vRetCP><vRetIRRF>15.00</vRetIRRF><vRetCSLL>46.50</vRetCSLL></tribFed>` +
    `<totTrib><pTotTrib><pTotTribFed>13.45</pTotTribFed><pTotTribEst>0.00</pTotTribEst><pTotTribMun>2.00</pTotTribMun></pTotTrib></totTrib>` +
    `</trib></valores><IBSCBS><finNFSe>0</finNFSe><indFinal>0</indFinal><cIndOp>100301</cIndOp><indDest>0</indDest>` +
    `<valores><trib><gIBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib></gIBSCBS></trib></valores></IBSCBS></infDPS>`
  );
}

function address(zipCode: string): string {
  return (
    `<end><endNac><cMun>3550308</cMun><CEP>${zipCode}</CEP></endNac><xLgr>Rua das Flores</xLgr><nro>10</nro>` +
    `<xCpl>Sala 2</xCpl><xBairro>Centro</xBairro></end>`
  );
}

function deduction(type: string, description: string): string {
  return (
    `<docDedRed><chNFe>35261111222333000181550010000000011000000019</chNFe><tpDedRed>${type}</tpDedRed>${description}` +
    `<dtEmiDoc>2026-11-01</dtEmiDoc><vDedutivelRedutivel>100.00</vDedutivelRedutivel><vDeducaoReducao>80.00</vDeducaoReducao></docDedRed>`
  );
}
