import table from '../../tables/nfse-services.json' with { type: 'json' };
import { hasBegun } from '../law-calendar.ts';

const later = new Map(Object.entries(table.outsideTheList));
const names = new Map([...Object.entries(table.services), ...later]);
const subitems = new Set(Object.keys(table.services).map(subitemOf));

/** Item and subitem of a national service code (cTribNac), four digits. */
export function subitemOf(cTribNac: string): string {
  return cTribNac.slice(0, 4);
}

/** Whether a code belongs to a subitem of the list on a day; the authority changes by act how a subitem is divided. */
export function isService(cTribNac: string, environment: 1 | 2, day: string): boolean {
  if (later.has(cTribNac)) return hasBegun('SERVICES_OUTSIDE_THE_LIST', environment, day);
  return subitems.has(subitemOf(cTribNac)) && !cTribNac.endsWith('00');
}

/** What the service is called (xTribNac). */
export function serviceName(cTribNac: string): string {
  return names.get(cTribNac) ?? names.get(`${subitemOf(cTribNac)}01`) ?? cTribNac;
}

/**
 * Services whose ISSQN is due where they are rendered (rule E1317 of annex v1.01; item 20 by LC 116/2003 art. 3, XXII). Item 11 is as in
 * municipalities' tables of places of taxation, which leave escort (11.03) with the provider.
 */
const atPlaceOfService = new Set([
  ...['0304', '0305', '0702', '0704', '0705', '0709', '0710', '0711', '0712', '0716', '0717', '0718', '0719'],
  ...['1101', '1102', '1104'],
  ...['1201', '1202', '1203', '1204', '1205', '1206', '1207', '1208', '1209', '1210', '1211', '1212'],
  ...['1214', '1215', '1216', '1217', '1601', '1602', '1710', '2001', '2002', '2003', '2201'],
]);

/** Workers lent to the taker: the only subitem whose ISSQN is due at the taker's place (rules E1321 and E1325 of annex v1.01). */
const atTaker = '1705';

/** Whose place decides where ISSQN is due. */
export function whereDue(cTribNac: string): 'provider' | 'service' | 'taker' {
  const subitem = subitemOf(cTribNac);
  if (subitem === atTaker) return 'taker';
  return atPlaceOfService.has(subitem) ? 'service' : 'provider';
}

/** Whether a service is of item 99, which has neither ISSQN nor ICMS. */
export function isOutsideIssqn(cTribNac: string): boolean {
  return cTribNac.startsWith('99');
}

/** Whether the ISSQN of a service is shared among municipalities, and so never shown on the note: 03.04 and 22.01. */
export function hasSharedIssqn(cTribNac: string): boolean {
  return ['0304', '2201'].includes(subitemOf(cTribNac));
}

/** Subitems whose base small companies may reduce within the Simples Nacional (rules E0441 and E0442). */
const deductibleBySimples = new Set([
  ...['0422', '0423', '0509', '0702', '0705', '0902'],
  ...['1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008', '1009', '1010'],
  ...['1501', '1510', '1602', '1705', '1706', '1710', '1711', '1712', '2101', '2503'],
]);

export function maySmallCompanyDeduct(cTribNac: string): boolean {
  const subitem = subitemOf(cTribNac);
  return deductibleBySimples.has(subitem) || ['0601', '0602'].includes(subitem);
}

/** Subitems whose ISSQN may be less than 2 % of the price (rules E0429, E0444, E0447, E0575, E0587). */
export function mayFallBelowMinimum(cTribNac: string): boolean {
  const subitem = subitemOf(cTribNac);
  return deductibleBySimples.has(subitem) || subitem === '1601';
}

const works = new Set([
  ...['070201', '070202', '070401', '070501', '070502', '070601', '070602', '070701', '070801', '071701', '071901'],
]);
const worksSince2026 = new Set([...works, '141403', '141404']);

/** Whether a service must name its construction works (rules E0370 and E0372). */
export function isWorks(cTribNac: string): boolean {
  return worksSince2026.has(cTribNac);
}

/** Whether a service is construction, which must not have the group of a property (rules E0928, E0931, E0932). */
export function isConstruction(cTribNac: string): boolean {
  return works.has(cTribNac);
}

const atAcquirer = new Set([
  ...['030102', '030103', '050102', '050103', '100101', '100102', '100201', '100301', '100302', '100401'],
  ...['100501', '100502', '100601'],
]);

/** Whether IBS and CBS of an operation (cIndOp) are due at the acquirer's place (rules E0187 and E0234). */
export function isDueAtAcquirer(cIndOp: string): boolean {
  return atAcquirer.has(cIndOp);
}
