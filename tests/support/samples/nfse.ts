import type { ComputedService } from '../../../domain/documents/computed-service.ts';
import { buildDps, type DpsIdentity } from '../../../domain/nfse/dps.ts';
import type { Signer } from '../../../domain/xml/signature.ts';
import { dpsIdentity, fullService } from './services.ts';

/** Key of the NFS-e that `nfseOf` makes: municipality 3550308, number 4711, November 2026. */
export const nfseKey = '35503082211222333000181000000000471126111483920177';

const valores =
  '<vCalcDR>100.00</vCalcDR><vCalcBM>89.00</vCalcBM><vBC>801.00</vBC><pAliqAplic>5.00</pAliqAplic><vISSQN>40.05</vISSQN>' +
  '<vTotalRet>210.94</vTotalRet><vLiq>774.06</vLiq>';

const ibsCbs =
  '<IBSCBS><cLocalidadeIncid>3509502</cLocalidadeIncid><xLocalidadeIncid>Campinas</xLocalidadeIncid>' +
  '<valores><vBC>913.81</vBC><uf><pIBSUF>0.10</pIBSUF><pRedAliqUF>30.00</pRedAliqUF><pAliqEfetUF>0.07</pAliqEfetUF></uf>' +
  '<mun><pIBSMun>0.00</pIBSMun><pAliqEfetMun>0.00</pAliqEfetMun></mun>' +
  '<fed><pCBS>0.90</pCBS><pRedAliqCBS>30.00</pRedAliqCBS><pAliqEfetCBS>0.63</pAliqEfetCBS></fed></valores>' +
  '<totCIBS><vTotNF>1000.00</vTotNF><gIBS><vIBSTot>0.64</vIBSTot><gIBSUFTot><vIBSUF>0.64</vIBSUF></gIBSUFTot>' +
  '<gIBSMunTot><vIBSMun>0.00</vIBSMun></gIBSMunTot></gIBS><gCBS><vCBS>5.76</vCBS></gCBS></totCIBS></IBSCBS>';

type Parts = { key: string; valores: string; ibsCbs: string; dhProc: string };

/** infNFSe around the bytes of a DPS, as the national system generates it, without its signature. */
export function infNfseOf(dps: string, parts: Partial<Parts> = {}): string {
  const said: Parts = { key: nfseKey, valores, ibsCbs, dhProc: '2026-11-21T09:30:07-03:00', ...parts };
  return (
    `<infNFSe Id="NFS${said.key}"><xLocEmi>São Paulo</xLocEmi><xLocPrestacao>São Paulo</xLocPrestacao><nNFSe>4711</nNFSe>` +
    '<cLocIncid>3509502</cLocIncid><xLocIncid>Campinas</xLocIncid><xTribNac>Execução de obras</xTribNac>' +
    '<verAplic>SefinNacional_1.6.0</verAplic><ambGer>2</ambGer><tpEmis>1</tpEmis><procEmi>1</procEmi><cStat>100</cStat>' +
    `<dhProc>${said.dhProc}</dhProc><nDFSe>123456</nDFSe><emit><CNPJ>11222333000181</CNPJ><xNome>Padaria São José Ltda</xNome>` +
    '<enderNac><xLgr>Rua das Acácias</xLgr><nro>100</nro><xBairro>Centro</xBairro><cMun>3550308</cMun><UF>SP</UF>' +
    `<CEP>01001000</CEP></enderNac></emit><valores>${said.valores}</valores>${said.ibsCbs}${dps}</infNFSe>`
  );
}

export const nfseNamespace = 'http://www.sped.fazenda.gov.br/nfse';

/** An NFS-e around content, before it is signed. */
export function nfseAround(infNFSe: string, signature = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><NFSe xmlns="${nfseNamespace}" versao="1.01">${infNFSe}${signature}</NFSe>`;
}

/** The DPS of a service as it stands in an NFS-e: without its XML declaration. */
export function dpsOf(
  signer: Signer,
  service: ComputedService = fullService(),
  identity: DpsIdentity = dpsIdentity,
): { dpsId: string; dps: string; digestValue: string } {
  const { dpsId, xml, digestValue } = buildDps(service, identity, signer);
  return { dpsId, dps: xml.replace(/^<\?[^>]*>/, ''), digestValue };
}

/** An evento around a request, as the national system registers it, without its signature. */
export function eventAround(pedRegEvento: string, key = nfseKey): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><evento xmlns="${nfseNamespace}" versao="1.01"><infEvento Id="EVT${key}101101001">` +
    '<verAplic>SefinNacional_1.6.0</verAplic><ambGer>2</ambGer><nSeqEvento>001</nSeqEvento>' +
    `<dhProc>2026-11-21T12:00:09-03:00</dhProc><nDFSe>123457</nDFSe>${pedRegEvento}</infEvento></evento>`
  );
}
