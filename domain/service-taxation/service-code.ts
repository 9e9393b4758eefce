/** Last subitem of each item of the list of services, items 1 to 40 (annex of LC 116/2003, up to LC 183/2021). */
const lastSubitems = [
  9, 1, 5, 23, 9, 6, 22, 2, 3, 10, 5, 17, 5, 14, 18, 2, 25, 1, 1, 3, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1,
];
/** Subitems vetoed when the law was made; no service has them. */
const vetoed = new Set(['0301', '0714', '0715', '1301', '1707']);
/** Services without ISSQN and without ICMS, outside the law's list (99.01). */
const outsideTheList = '9901';

/** Services whose ISSQN may be less than 2 % (LC 116/2003 art. 8-A §1). */
const belowMinimum = new Set(['0702', '0705', '1601']);

/**
 * Whether the code (cTribNac: item, subitem, national breakdown, two digits each) is of a subitem of the law. The breakdown changes by
 * act of the authority and is left to it (rule E0310).
 */
export function isServiceCode(code: string): boolean {
  if (!/^\d{4}(?!00)\d\d$/.test(code)) return false;
  const subitem = code.slice(0, 4);
  if (subitem === outsideTheList) return true;
  const last = lastSubitems[Number(code.slice(0, 2)) - 1];
  const position = Number(code.slice(2, 4));
  return last !== undefined && position >= 1 && position <= last && !vetoed.has(subitem);
}

/** Whether the service's ISSQN may be less than 2 %. */
export function mayFallBelowMinimum(code: string): boolean {
  return belowMinimum.has(code.slice(0, 4));
}

/** Subitems whose base may be reduced until their ISSQN is less than 2 % (Anexo I v1.01, E0429). */
const reducible: ReadonlySet<string> = new Set([
  ...['0422', '0423', '0509', '0702', '0705', '0902'],
  ...['1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008', '1009', '1010'],
  ...['1501', '1510', '1601', '1602', '1705', '1706', '1710', '1711', '1712', '2101', '2503'],
]);

/** Whether deductions and benefits may bring the service's ISSQN below 2 %. */
export function mayReduceBelowMinimum(code: string): boolean {
  return reducible.has(code.slice(0, 4));
}

/** Whether a company may deduct from the base of ISSQN that it pays by Simples (Anexo I v1.01, E0441 and E0442). */
export function maySimplesDeduct(code: string): boolean {
  const subitem = code.slice(0, 4);
  return subitem !== '1601' && (reducible.has(subitem) || subitem === '0601' || subitem === '0602');
}

/** Toll roads, whose ISSQN nobody withholds (E0596). */
export function isTollRoad(code: string): boolean {
  return code.startsWith('2201');
}

/** Whether the service is outside ISSQN by its own code (99.01.01; rule E0532). */
export function isOutsideIss(code: string): boolean {
  return code.slice(0, 4) === outsideTheList;
}
