import type { FamilyWords } from './sentence.ts';

type Entry = [place: string, field: string];

const service = (fields: Entry[]): Entry[] => fields.map(([place, field]) => [place, `items[0].${field}`]);

/** Street to neighbourhood, which are the same in every address of the layout. */
const street = (place: string, field: string): Entry[] => [
  [`${place}/xLgr`, `${field}.street`],
  [`${place}/nro`, `${field}.number`],
  [`${place}/xCpl`, `${field}.complement`],
  [`${place}/xBairro`, `${field}.neighborhood`],
];

const abroad = (place: string, field: string): Entry[] => [
  [`${place}/endExt/cEndPost`, `${field}.zipCode`],
  [`${place}/endExt/xCidade`, `${field}.city`],
];

/** A taker or intermediary (TCInfoPessoa). */
const party = (place: string, field: string): Entry[] => [
  [place, field],
  ...['CNPJ', 'CPF', 'NIF', 'cNaoNIF'].map((name): Entry => [`${place}/${name}`, `${field}.document`]),
  [`${place}/xNome`, `${field}.name`],
  [`${place}/end/endNac/cMun`, `${field}.municipalityCode`],
  [`${place}/end/endNac/CEP`, `${field}.zipCode`],
  ...abroad(`${place}/end`, field),
  [`${place}/end/endExt/cPais`, `${field}.country`],
  [`${place}/end/endExt/xEstProvReg`, `${field}.state`],
  ...street(`${place}/end`, field),
  [`${place}/fone`, `${field}.phone`],
  [`${place}/email`, `${field}.email`],
];

/** Where a building site or an event is (TCEnderObraEvento, TCEnderecoSimples). */
const site = (place: string, field: string): Entry[] => [
  [place, field],
  [`${place}/CEP`, `${field}.zipCode`],
  ...abroad(place, field),
  [`${place}/endExt/xEstProvReg`, `${field}.region`],
  ...street(place, field),
];

const deductionDocument = (fields: Entry[]): Entry[] =>
  fields.map(([place, field]) => [
    `valores/vDedRed/documentos/docDedRed[]/${place}`,
    `service.deductions.documents[].${field}`,
  ]);

/** Which field of the creation payload, of the company or of an event fills which field of a DPS or a pedRegEvento. A DPS is one service. */
export const apiFields: ReadonlyMap<string, string> = new Map([
  ['dhEmi', 'issueDateTime'],
  ['serie', 'company.nfse.series'],
  ['dCompet', 'service.competence'],
  ['subst/chSubstda', 'replaces.accessKey'],
  ['subst/cMotivo', 'replaces.reason'],
  ['subst/xMotivo', 'replaces.description'],
  ['prest/IM', 'company.municipalRegistration'],
  ['prest/regTrib/opSimpNac', 'company.nfse.simplesOption'],
  ['prest/regTrib/regApTribSN', 'company.nfse.simplesAssessment'],
  ['prest/regTrib/regEspTrib', 'company.nfse.specialRegime'],
  ...party('toma', 'client'),
  ...party('interm', 'service.intermediary'),
  ['serv/locPrest/cLocPrestacao', 'service.place.municipalityCode'],
  ['serv/locPrest/cPaisPrestacao', 'service.place.country'],
  ...service([
    ['serv/cServ/cTribNac', 'serviceCode'],
    ['serv/cServ/cTribMun', 'municipalServiceCode'],
    ['serv/cServ/xDescServ', 'description'],
    ['serv/cServ/cNBS', 'nbsCode'],
  ]),
  ['serv/comExt', 'service.foreignTrade'],
  ['serv/comExt/mdPrestacao', 'service.foreignTrade.mode'],
  ['serv/comExt/vincPrest', 'service.foreignTrade.relationship'],
  ['serv/comExt/tpMoeda', 'service.foreignTrade.currency'],
  ['serv/comExt/vServMoeda', 'service.foreignTrade.amount'],
  ['serv/comExt/mecAFComexP', 'service.foreignTrade.providerSupport'],
  ['serv/comExt/mecAFComexT', 'service.foreignTrade.takerSupport'],
  ['serv/comExt/movTempBens', 'service.foreignTrade.temporaryGoods'],
  ['serv/comExt/nDI', 'service.foreignTrade.importDeclaration'],
  ['serv/comExt/nRE', 'service.foreignTrade.exportRegistration'],
  ['serv/comExt/mdic', 'service.foreignTrade.sharedWithMdic'],
  ['serv/obra', 'service.works'],
  ['serv/obra/inscImobFisc', 'service.works.propertyRegistration'],
  ['serv/obra/cObra', 'service.works.code'],
  ['serv/obra/cCIB', 'service.works.cib'],
  ...site('serv/obra/end', 'service.works.address'),
  ['serv/atvEvento', 'service.event'],
  ['serv/atvEvento/xNome', 'service.event.name'],
  ['serv/atvEvento/dtIni', 'service.event.startDate'],
  ['serv/atvEvento/dtFim', 'service.event.endDate'],
  ['serv/atvEvento/idAtvEvt', 'service.event.code'],
  ...site('serv/atvEvento/end', 'service.event.address'),
  ['serv/infoCompl/xPed', 'service.order.number'],
  ['serv/infoCompl/gItemPed/xItemPed[]', 'service.order.items[]'],
  ['serv/infoCompl/xInfComp', 'additionalInfo'],
  ['valores/vServPrest/vServ', 'items[0].unitValue'],
  ['valores/vDescCondIncond/vDescIncond', 'discount'],
  ['valores/vDescCondIncond/vDescCond', 'service.conditionalDiscount'],
  ['valores/vDedRed', 'service.deductions'],
  ['valores/vDedRed/pDR', 'service.deductions.rate'],
  ['valores/vDedRed/vDR', 'service.deductions.value'],
  ...deductionDocument([
    ['chNFSe', 'nfseKey'],
    ['chNFe', 'nfeKey'],
    ['NFSeMun', 'municipalNfse'],
    ['NFSeMun/cMunNFSeMun', 'municipalNfse.municipalityCode'],
    ['NFSeMun/nNFSeMun', 'municipalNfse.number'],
    ['NFSeMun/cVerifNFSeMun', 'municipalNfse.verificationCode'],
    ['nDocFisc', 'fiscalNumber'],
    ['nDoc', 'otherNumber'],
    ['tpDedRed', 'type'],
    ['xDescOutDed', 'description'],
    ['dtEmiDoc', 'issueDate'],
    ['vDedutivelRedutivel', 'deductibleValue'],
    ['vDeducaoReducao', 'value'],
  ]),
  ...service([
    ['valores/trib/tribMun/tribISSQN', 'issTaxation'],
    ['valores/trib/tribMun/cPaisResult', 'issResultCountry'],
    ['valores/trib/tribMun/tpImunidade', 'issImmunityType'],
    ['valores/trib/tribMun/exigSusp/tpSusp', 'issSuspensionType'],
    ['valores/trib/tribMun/exigSusp/nProcesso', 'issSuspensionProcess'],
    ['valores/trib/tribMun/BM/nBM', 'issBenefitCode'],
    ['valores/trib/tribMun/BM/pRedBCBM', 'issBenefitReduction'],
    ['valores/trib/tribMun/tpRetISSQN', 'issWithholding'],
    ['valores/trib/tribMun/pAliq', 'issRate'],
    ['valores/trib/tribFed/piscofins/CST', 'pisCofinsCst'],
    ['valores/trib/tribFed/piscofins/pAliqPis', 'pisRate'],
    ['valores/trib/tribFed/piscofins/pAliqCofins', 'cofinsRate'],
    ['valores/trib/tribFed/piscofins/tpRetPisCofins', 'pisCofinsWithholding'],
    ['valores/trib/tribFed/vRetCP', 'inssRate'],
    ['valores/trib/tribFed/vRetIRRF', 'irrfRate'],
    ['valores/trib/tribFed/vRetCSLL', 'csllRate'],
    ['valores/trib/totTrib/pTotTrib/pTotTribFed', 'totalFederalRate'],
    ['valores/trib/totTrib/pTotTrib/pTotTribEst', 'totalStateRate'],
    ['valores/trib/totTrib/pTotTrib/pTotTribMun', 'totalMunicipalRate'],
    ['valores/trib/totTrib/pTotTribSN', 'totalSimplesRate'],
    ['IBSCBS/cIndOp', 'ibsCbsOperationIndicator'],
    ['IBSCBS/valores/trib/gIBSCBS/CST', 'ibsCbsSituation'],
    ['IBSCBS/valores/trib/gIBSCBS/cClassTrib', 'ibsCbsClassification'],
    ['IBSCBS/valores/trib/gIBSCBS/gTribRegular/CSTReg', 'ibsCbsRegularSituation'],
    ['IBSCBS/valores/trib/gIBSCBS/gTribRegular/cClassTribReg', 'ibsCbsRegularClassification'],
    ['IBSCBS/valores/trib/gIBSCBS/gDif/pDifUF', 'ibsStateDeferralRate'],
    ['IBSCBS/valores/trib/gIBSCBS/gDif/pDifMun', 'ibsMunicipalDeferralRate'],
    ['IBSCBS/valores/trib/gIBSCBS/gDif/pDifCBS', 'cbsDeferralRate'],
  ]),
  ['e101101/cMotivo', 'reason'],
  ['e101101/xMotivo', 'justification'],
]);

/** Names of DPS_v1.01 and pedRegEvento_v1.01, patterns of tiposSimples_v1.01 with the overlays of 2026-07-27. */
export const nfseWords: FamilyWords = {
  namespace: 'http://www.sped.fazenda.gov.br/nfse',
  signed: new Set(['infDPS', 'infPedReg', 'infNFSe', 'infEvento']),
  repeated: new Set(['docDedRed', 'refNFSe', 'xItemPed']),
  choices: [
    ['CNPJ', 'CPF', 'NIF', 'cNaoNIF'],
    ['CNPJAutor', 'CPFAutor'],
    ['endNac', 'endExt'],
    ['CEP', 'endExt'],
    ['cLocPrestacao', 'cPaisPrestacao'],
    ['cObra', 'cCIB', 'end'],
    ['idAtvEvt', 'end'],
    ['pDR', 'vDR', 'documentos'],
    ['chNFSe', 'chNFe', 'NFSeMun', 'NFNFS', 'nDocFisc', 'nDoc'],
    ['vTotTrib', 'pTotTrib', 'indTotTrib', 'pTotTribSN'],
  ],
  apiFields,
  variants: [],
  forms: [
    [/^DPS\[/, () => 'o Id da DPS: DPS, município, inscrição, série e número, em 45 posições'],
    [/^NFS\[/, () => 'NFS e a chave de acesso de 50 caracteres'],
    [/^PRE\[/, () => 'o Id do pedido: PRE, chave de acesso e tipo do evento, em 59 posições'],
    [/^EVT\[/, () => 'o Id do evento: EVT, chave de acesso, tipo e sequência, em 62 posições'],
    [/^\[0-9\]\{9\}\[0-9A-Z\]\{14\}\[0-9\]\{27\}$/, () => 'a chave de acesso de uma NFS-e, de 50 caracteres'],
    [/^\[0-9\]\{8\}\(1\[0-9\]/, () => 'a chave de acesso e o tipo do evento, em 56 posições'],
    [/^\[0-9A-Z\]\{14\}$/, () => 'um CNPJ de 14 caracteres, sem pontuação'],
    [/^\[0-9\]\{1,4\}\|\[0-8\]\[0-9\]\{4\}$/, () => 'uma série de até 5 algarismos, abaixo de 90000'],
    [/^\[\\s\\S/, () => 'um texto que não seja só de espaços'],
    [/^\[A-Z\]\{2\}$/, () => 'a sigla ISO de um país, com 2 letras maiúsculas'],
    [/^1\\\.00\|1\\\.01$/, () => '1.00 ou 1.01'],
  ],
};
