/** Number of the last subitem of each item of the list of services, items 1 to 40 (annex of LC 116/2003, up to LC 183/2021). */
const lastSubitems = [
  9, 1, 5, 23, 9, 6, 22, 2, 3, 10, 5, 17, 5, 14, 18, 2, 25, 1, 1, 3, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1,
];
/** Subitems that were vetoed when the law was made: no service has them. */
const vetoed = new Set(['0301', '0714', '0715', '1301', '1707']);
/** The code of whatever has neither ISSQN nor ICMS, is not in the law's list, and has no code of its own. */
export const anythingElse = '990101';
/** Codes of rentals and intangibles (NT SE/CGNFS-e 005 and 007), valid from a day of the law's calendar on (`SERVICES_OUTSIDE_THE_LIST`). */
const rentalsAndIntangibles: ReadonlySet<string> = new Set([
  ...['990201', '990301', '990302', '990303', '990304', '990305', '990401'],
]);

/** Subitems whose ISSQN may be less than 2 % (LC 116/2003 art. 8-A §1). */
const belowMinimum = new Set(['0702', '0705', '1601']);

/**
 * Whether the code (cTribNac: item, subitem, national breakdown, two digits each) belongs to a subitem of the law, or to item 99. The authority
 * changes the breakdown by act, and checks it itself (rule E0310).
 */
export function isServiceCode(code: string): boolean {
  if (!/^\d{4}(?!00)\d\d$/.test(code)) return false;
  const subitem = code.slice(0, 4);
  if (isOutsideIss(code)) return true;
  const last = lastSubitems[Number(code.slice(0, 2)) - 1];
  const position = Number(code.slice(2, 4));
  return last !== undefined && position >= 1 && position <= last && !vetoed.has(subitem);
}

/** Whether the service's ISSQN may be less than 2 %. */
export function mayFallBelowMinimum(code: string): boolean {
  return belowMinimum.has(code.slice(0, 4));
}

/** Subitems whose base may be reduced so far that the ISSQN is less than 2 % (Anexo I v1.01, E0429). */
const reducible: ReadonlySet<string> = new Set([
  ...['0422', '0423', '0509', '0702', '0705', '0902'],
  ...['1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008', '1009', '1010'],
  ...['1501', '1510', '1601', '1602', '1705', '1706', '1710', '1711', '1712', '2101', '2503'],
]);

/** Whether deductions and benefits may bring the service's ISSQN below 2 %. */
export function mayReduceBelowMinimum(code: string): boolean {
  return reducible.has(code.slice(0, 4));
}

/** Whether a company may deduct from the base of an ISSQN that it pays by Simples (Anexo I v1.01, E0441 and E0442). */
export function maySimplesDeduct(code: string): boolean {
  const subitem = code.slice(0, 4);
  return subitem !== '1601' && (reducible.has(subitem) || subitem === '0601' || subitem === '0602');
}

/** Whether the service is a toll road, whose ISSQN nobody withholds (E0596). */
export function isTollRoad(code: string): boolean {
  return code.startsWith('2201');
}

/** Whether the service is outside ISSQN by its own code (rule E0532). */
export function isOutsideIss(code: string): boolean {
  return code.startsWith(anythingElse.slice(0, 4)) || isRentalOrIntangible(code);
}

/** Whether the code is one of those that the tax reform created for rentals and intangibles. */
export function isRentalOrIntangible(code: string): boolean {
  return rentalsAndIntangibles.has(code);
}

/** Subitems whose ISSQN is due where the service is rendered (LC 116/2003 art. 3, I to XXV; docs/decisions/0076 for 11.03). */
const atPlace: ReadonlySet<string> = new Set([
  ...['0305', '0702', '0704', '0705', '0709', '0710', '0711', '0712', '0716', '0717', '0718', '0719'],
  ...['1101', '1102', '1104'],
  ...['1201', '1202', '1203', '1204', '1205', '1206', '1207', '1208', '1209', '1210', '1211', '1212'],
  ...['1214', '1215', '1216', '1217', '1601', '1602', '1710', '2001', '2002', '2003'],
]);
/** Supply of labour, the one subitem whose ISSQN is due where the taker is (E1321, E1325). */
const atTaker = '1705';
/** Railways, posts and toll roads, whose ISSQN several municipalities share. */
const shared: ReadonlySet<string> = new Set(['0304', '2201']);

/** cLocPrestacao of services rendered at sea (E0302). */
export const atSea = '0000000';

/** The municipalities of issuer, place and taker. The place is null abroad, the taker where it has no address in Brazil. */
type ServedMunicipalities = { issuer: string; place: string | null; taker: string | null };

/** The municipality to which a service's ISSQN is due; null where there are several or none, or it is not known. */
export function municipalityOfIncidence(
  serviceCode: string,
  { issuer, place, taker }: ServedMunicipalities,
): string | null {
  const subitem = serviceCode.slice(0, 4);
  if (shared.has(subitem) || isOutsideIss(serviceCode)) return null;
  if (subitem === atTaker) return taker;
  if (!atPlace.has(subitem)) return issuer;
  return place === atSea ? issuer : place;
}

/** Whether ISSQN is due where the service is rendered, though possibly to several municipalities. */
export function isDueAtPlace(serviceCode: string): boolean {
  const subitem = serviceCode.slice(0, 4);
  return atPlace.has(subitem) || shared.has(subitem);
}

/** Whether the taker's address decides where ISSQN is due. */
export function isDueAtTaker(serviceCode: string): boolean {
  return serviceCode.startsWith(atTaker);
}

/** Operations with property (Anexo C, INDOP_IBSCBS), whose DPS describes the property unless they are construction (E0931 and E0932). */
const withProperty: ReadonlySet<string> = new Set(['020101', '020201', '020301']);
/** Services of construction, whose property is the works. */
const construction: ReadonlySet<string> = new Set([
  ...['070201', '070202', '070401', '070501', '070502', '070601', '070602', '070701', '070801', '071701', '071901'],
]);
/** Subitems whose DPS tells with IBS and CBS how the service is paid (tpOper, E0903). */
const ofPayment: ReadonlySet<string> = new Set(['1005', '1509', '1712', '2505']);

/** Whether an operation (cIndOp) is about property. */
export function isOfProperty(indicator: string): boolean {
  return withProperty.has(indicator);
}

/** Whether the service is construction, whose property is the works. */
export function isConstruction(serviceCode: string): boolean {
  return construction.has(serviceCode);
}

/** Whether the DPS of the service tells, whoever buys, if it is about the supply or its payment (tpOper, E0903). */
export function saysPayment(serviceCode: string): boolean {
  return ofPayment.has(serviceCode.slice(0, 4));
}
