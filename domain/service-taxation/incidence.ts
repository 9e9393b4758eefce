/** Subitems whose ISSQN is due where the service is rendered (LC 116/2003 art. 3; Anexo I v1.01, E1317). */
const atPlace: ReadonlySet<string> = new Set([
  ...['0305', '0702', '0704', '0705', '0709', '0710', '0711', '0712', '0716', '0717', '0718', '0719'],
  ...['1101', '1102', '1103', '1104'],
  ...['1201', '1202', '1203', '1204', '1205', '1206', '1207', '1208', '1209', '1210', '1211', '1212'],
  ...['1214', '1215', '1216', '1217', '1601', '1602', '1710', '2001', '2002', '2003'],
]);
/** Hands lent to the taker, the one subitem whose ISSQN is due where the taker is (E1321, E1325). */
const atTaker = '1705';
/** Railways, posts and toll roads, whose ISSQN several municipalities share; and what has none. */
const elsewhere: ReadonlySet<string> = new Set(['0304', '2201', '9901']);

/** cLocPrestacao of what is rendered at sea (E0302). */
export const atSea = '0000000';

/** The municipalities of issuer, place and taker; the place is null abroad, the taker where it has no address in Brazil. */
export type ServedMunicipalities = { issuer: string; place: string | null; taker: string | null };

/** The municipality to which ISSQN of a service is due; null where it is several, none, or not known. */
export function municipalityOfIncidence(
  serviceCode: string,
  { issuer, place, taker }: ServedMunicipalities,
): string | null {
  const subitem = serviceCode.slice(0, 4);
  if (elsewhere.has(subitem)) return null;
  if (subitem === atTaker) return taker;
  if (!atPlace.has(subitem)) return issuer;
  return place === atSea ? issuer : place;
}

/** Whether the place of the service decides where ISSQN is due, though several municipalities may share it. */
export function isDueAtPlace(serviceCode: string): boolean {
  const subitem = serviceCode.slice(0, 4);
  return atPlace.has(subitem) || subitem === '0304' || subitem === '2201';
}

/** Whether the taker's address decides where ISSQN is due. */
export function isDueAtTaker(serviceCode: string): boolean {
  return serviceCode.startsWith(atTaker);
}
