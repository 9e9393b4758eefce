/** Replacements in a DPS; each search text must be found. */
export type DpsEdits = readonly (readonly [string | RegExp, string])[];

export type DpsOptions = {
  number?: number;
  series?: number;
  /** CNPJ of the provider. */
  issuer?: string;
  /** IBGE code of the provider's city, where the service is also rendered. */
  city?: string;
  environment?: 1 | 2;
  issuedAt?: Date;
  /** Day on which the service was rendered, AAAA-MM-DD; by default the day of issue. */
  competence?: string;
  edits?: DpsEdits;
  /** Replaces the identifier that the fields make up. */
  id?: string;
};

export const dpsNamespace = 'http://www.sped.fazenda.gov.br/nfse';

/** The default time of issue. */
export const issuedAt = new Date('2026-11-20T10:00:00-03:00');

/** A company that takes services, in Rio de Janeiro. */
const taker =
  '<toma><CNPJ>11444777000161</CNPJ><xNome>Tomadora de Serviços Ltda</xNome><end><endNac><cMun>3304557</cMun>' +
  '<CEP>20040002</CEP></endNac><xLgr>Avenida Rio Branco</xLgr><nro>1</nro><xBairro>Centro</xBairro></end>' +
  '<email>compras@tomadora.com.br</email></toma>';

const service =
  '<cServ><cTribNac>010701</cTribNac><xDescServ>Suporte técnico de novembro &amp; instalação</xDescServ>' +
  '<cNBS>115013000</cNBS></cServ>';

const taxes =
  '<trib><tribMun><tribISSQN>1</tribISSQN><tpRetISSQN>1</tpRetISSQN></tribMun><totTrib><vTotTrib>' +
  '<vTotTribFed>134.50</vTotTribFed><vTotTribEst>0.00</vTotTribEst><vTotTribMun>29.00</vTotTribMun></vTotTrib></totTrib></trib>';

const ibsCbs =
  '<IBSCBS><finNFSe>0</finNFSe><indFinal>0</indFinal><cIndOp>100301</cIndOp><indDest>0</indDest><valores><trib><gIBSCBS>' +
  '<CST>000</CST><cClassTrib>000001</cClassTrib></gIBSCBS></trib></valores></IBSCBS>';

/**
 * A valid DPS of layout 1.01, not signed: technical support for 1,000.00 by a company of São Paulo outside the Simples Nacional, with IBS
 * and CBS declared.
 */
export function dpsXml(options: DpsOptions = {}): string {
  const { number = 1, series = 1, issuer = '11222333000181', city = '3550308', environment = 2 } = options;
  const dhEmi = brasilia(options.issuedAt ?? issuedAt);
  const infDPS =
    `<tpAmb>${environment}</tpAmb><dhEmi>${dhEmi}</dhEmi><verAplic>Teste 1.0</verAplic><serie>${series}</serie>` +
    `<nDPS>${number}</nDPS><dCompet>${options.competence ?? dhEmi.slice(0, 10)}</dCompet><tpEmit>1</tpEmit>` +
    `<cLocEmi>${city}</cLocEmi><prest><CNPJ>${issuer}</CNPJ><regTrib><opSimpNac>1</opSimpNac><regEspTrib>0</regEspTrib>` +
    `</regTrib></prest>${taker}<serv><locPrest><cLocPrestacao>${city}</cLocPrestacao></locPrest>${service}</serv>` +
    `<valores><vServPrest><vServ>1000.00</vServ></vServPrest>${taxes}</valores>${ibsCbs}`;
  const xml = edited(
    `<DPS xmlns="${dpsNamespace}" versao="1.01"><infDPS Id="?">${infDPS}</infDPS></DPS>`,
    options.edits ?? [],
  );
  return xml.replace('Id="?"', `Id="${options.id ?? composedId(xml)}"`);
}

/** The same text with each edit made. */
export function edited(text: string, edits: DpsEdits): string {
  return edits.reduce((before, [search, replacement]) => {
    const after = before.replace(search, () => replacement);
    if (after === before) throw new Error(`Nothing to replace: ${String(search)}`);
    return after;
  }, text);
}

/** The identifier that the fields of a DPS make up. */
function composedId(xml: string): string {
  const read = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '';
  const cpf = read(/<prest><CPF>([^<]+)/);
  const issuer = cpf === '' ? `2${read(/<prest><CNPJ>([^<]+)/).padStart(14, '0')}` : `1000${cpf}`;
  const series = read(/<serie>([^<]+)/).padStart(5, '0');
  return `DPS${read(/<cLocEmi>([^<]+)/)}${issuer}${series}${read(/<nDPS>([^<]+)/).padStart(15, '0')}`;
}

/** A moment as documents write it, in Brasília's offset. */
function brasilia(at: Date): string {
  return `${new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`;
}
