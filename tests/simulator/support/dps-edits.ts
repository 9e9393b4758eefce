import type { DpsEdits } from '../../support/samples/nfse-dps.ts';

/** Edits of the valid DPS, named by the layout. */

/** A provider who is a small company within the Simples Nacional, ISSQN included. */
export const simples: DpsEdits = [
  ['<opSimpNac>1</opSimpNac>', '<opSimpNac>3</opSimpNac><regApTribSN>1</regApTribSN>'],
  [/<vTotTrib>.*<\/vTotTrib>/, '<pTotTribSN>6.00</pTotTribSN>'],
];

/** A small company that pays ISSQN outside the Simples Nacional. */
export const issqnOutsideSimples: DpsEdits = [...simples, ['<regApTribSN>1', '<regApTribSN>2']];

/** A provider who is a MEI. */
export const mei: DpsEdits = [
  ['<opSimpNac>1', '<opSimpNac>2'],
  [/<vTotTrib>.*<\/vTotTrib>/, '<indTotTrib>0</indTotTrib>'],
];

/** Another service, by its national code. */
export function service(cTribNac: string): DpsEdits {
  return [['<cTribNac>010701', `<cTribNac>${cTribNac}`]];
}

/** Construction, with its works. */
export const construction: DpsEdits = [
  ...service('070202'),
  ['</cServ>', '</cServ><obra><cObra>123456789012</cObra></obra>'],
];

/** Cleaning, whose ISSQN is due in a city without an agreement with the national system. */
export const inCityWithoutAgreement: DpsEdits = [
  ...service('071002'),
  ['<cLocPrestacao>3550308', '<cLocPrestacao>2611606'],
];

/** The place, in Brazil or abroad, where the service is rendered. */
export function renderedIn(place: string): DpsEdits {
  const code = /^\d/.test(place)
    ? `<cLocPrestacao>${place}</cLocPrestacao>`
    : `<cPaisPrestacao>${place}</cPaisPrestacao>`;
  return [['<cLocPrestacao>3550308</cLocPrestacao>', code]];
}

/** An operation whose place is the service's, so that the taker may be unknown. */
export const atPlaceOfService: DpsEdits = [['<cIndOp>100301', '<cIndOp>030101']];

export const withoutTaker: DpsEdits = [[/<toma>.*<\/toma>/, ''], ...atPlaceOfService];

type ForeignTrade = { goods?: string; more?: string; mode?: string; provider?: string; taker?: string };

/** The group comExt, before whatever else follows the service. */
export function foreignTrade({
  goods = '1',
  more = '',
  mode = '1',
  provider = '01',
  taker = '01',
}: ForeignTrade = {}): DpsEdits {
  const group =
    `<comExt><mdPrestacao>${mode}</mdPrestacao><vincPrest>0</vincPrest><tpMoeda>220</tpMoeda><vServMoeda>200.00</vServMoeda>` +
    `<mecAFComexP>${provider}</mecAFComexP><mecAFComexT>${taker}</mecAFComexT><movTempBens>${goods}</movTempBens>` +
    `${more}<mdic>0</mdic></comExt>`;
  return [['</cServ>', `</cServ>${group}`]];
}

/** Another kind of taxation, with the fields after it. */
export function taxed(tribISSQN: string, more = ''): DpsEdits {
  return [['<tribISSQN>1</tribISSQN>', `<tribISSQN>${tribISSQN}</tribISSQN>${more}`]];
}

export const immune = taxed('2', '<tpImunidade>2</tpImunidade>');
export const suspension =
  '<exigSusp><tpSusp>1</tpSusp><nProcesso>000000000000000000000000000001</nProcesso></exigSusp>';

/** A municipal benefit under a number of São Paulo, with the fields beside it. */
export function benefit(said = '', nBM = '35503080100001'): DpsEdits {
  return [['</tribISSQN>', `</tribISSQN><BM><nBM>${nBM}</nBM>${said}</BM>`]];
}

export const specialRegime: DpsEdits = [['<regEspTrib>0', '<regEspTrib>5']];
export const withheldByTaker: DpsEdits = [['<tpRetISSQN>1', '<tpRetISSQN>2']];

/** The rate that the issuer gives. */
export function rate(pAliq: string): DpsEdits {
  return [['</tpRetISSQN>', `</tpRetISSQN><pAliq>${pAliq}</pAliq>`]];
}

/** The group vDedRed. */
export function deducting(content: string): DpsEdits {
  return [['<trib><tribMun>', `<vDedRed>${content}</vDedRed><trib><tribMun>`]];
}

/** The group tribFed. */
export function federalTaxes(content: string): DpsEdits {
  return [['<totTrib>', `<tribFed>${content}</tribFed><totTrib>`]];
}

const street = '<xLgr>Rua das Flores</xLgr><nro>1</nro><xBairro>Centro</xBairro>';

/** Address of a person here. */
export function addressIn(cMun: string): string {
  return `<end><endNac><cMun>${cMun}</cMun><CEP>20040002</CEP></endNac>${street}</end>`;
}

const city = '<cEndPost>1000</cEndPost><xCidade>Lisboa</xCidade><xEstProvReg>Lisboa</xEstProvReg>';

/** Address of a person abroad. */
export function addressAbroad(cPais = 'PT'): string {
  return `<end><endExt><cPais>${cPais}</cPais>${city}</endExt>${street}</end>`;
}

/** Address of works, an event or a property, here and abroad. */
export const siteHere = `<end><CEP>01001000</CEP>${street}</end>`;
export const siteAbroad = `<end><endExt>${city}</endExt>${street}</end>`;

/** Own PIS and COFINS on the whole price, with a kind of withholding, for the group tribFed. */
export function contributions(tpRetPisCofins: string): string {
  return (
    '<piscofins><CST>01</CST><vBCPisCofins>1000.00</vBCPisCofins><pAliqPis>0.65</pAliqPis><pAliqCofins>3.00</pAliqCofins>' +
    `<vPis>6.50</vPis><vCofins>30.00</vCofins><tpRetPisCofins>${tpRetPisCofins}</tpRetPisCofins></piscofins>`
  );
}
