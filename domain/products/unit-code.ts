/** What of a unit fits uCom and uTrib of a note: the part before ` - `, `UN` of `UN - UNIDADE`. */
export function unitCode(unit: string): string {
  return unit.split(' - ', 1)[0]?.trim() ?? '';
}
