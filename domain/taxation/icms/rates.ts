const southAndSoutheast = new Set(['MG', 'PR', 'RJ', 'RS', 'SC', 'SP']);
const importedOrigins = new Set(['1', '2', '3', '8']);

/**
 * pICMSInter in percent: 4 for imported goods or import content above 40 % (Resolução do Senado 13/2012), 7 from the South and
 * Southeast except ES to the other regions and ES (Resolução do Senado 22/1989), else 12.
 */
export function interstateRate(originState: string, destinationState: string, icmsOrigin: string): '4' | '7' | '12' {
  if (importedOrigins.has(icmsOrigin)) return '4';
  return southAndSoutheast.has(originState) && !southAndSoutheast.has(destinationState) ? '7' : '12';
}
