import { line, rate } from '../arithmetic.ts';
import type { FiscalCase } from '../fiscal-case.ts';
import { consumer, person, taxpayer } from '../people.ts';
import { allStates, factsOf, interstate, type State } from '../states.ts';

const byTable = { icmsSituation: '00' };
/** Pairs of states at the boundaries between regions of interstate rates. */
const ways: [from: State, to: State][] = [
  ...allStates.filter((state) => state !== 'SP').map((to): [State, State] => ['SP', to]),
  ...allStates.filter((state) => state !== 'SP').map((from): [State, State] => [from, 'SP']),
  ...([
    ['RS', 'PR'],
    ['MG', 'ES'],
    ['ES', 'MG'],
    ['ES', 'BA'],
    ['BA', 'PE'],
    ['AM', 'PA'],
    ['GO', 'DF'],
    ['SC', 'AM'],
    ['RJ', 'MT'],
    ['PR', 'CE'],
  ] satisfies [State, State][]),
];

/** Own ICMS of a company of the normal regime in every state: inside it, and to a taxpayer of another. */
export const icmsInside: FiscalCase[] = allStates.map((state) => {
  const { rate: percent, law, fund } = factsOf(state);
  const isDue = fund?.isForResale === true;
  return {
    of: `${state}: a sale to a reseller inside the state bears its usual rate of ${percent} %${isDue ? ' and its fund' : ''}`,
    source: `${law}${isDue ? `; ${fund.law}` : ''}; MOC 7.0 Anexo I, N02 to N17c`,
    sale: { by: { state }, to: taxpayer(state), item: byTable },
    gives: [
      'idDest = 1',
      'CFOP = 5102',
      'ICMS00/vBC = 10 × 100.00 = 1000.00',
      `ICMS00/pICMS = ${rate(percent)}`,
      line('ICMS00/vICMS', `1000.00 × ${percent}%`),
      ...(isDue
        ? [`ICMS00/pFCP = ${rate(fund.rate)}`, line('ICMSTot/vFCP', `1000.00 × ${fund.rate}%`)]
        : ['ICMS00/pFCP = absent']),
      line('ICMSTot/vICMS', `1000.00 × ${percent}%`),
      'ICMSTot/vNF = 10 × 100.00 = 1000.00',
    ],
  };
});

export const icmsBetweenStates: FiscalCase[] = ways.map(([from, to]) => {
  const percent = interstate(from, to);
  return {
    of: `${from} to ${to}: a sale to a reseller bears ${percent} %`,
    source: 'Resolução do Senado 22/1989 art. 1; Convênio s/nº of 1970, Anexo II',
    sale: { by: { state: from }, to: taxpayer(to), item: byTable },
    gives: [
      'idDest = 2',
      'CFOP = 6102',
      'ICMS00/vBC = 10 × 100.00 = 1000.00',
      `ICMS00/pICMS = ${rate(percent)}`,
      line('ICMS00/vICMS', `1000.00 × ${percent}%`),
      'ICMSUFDest = absent',
      'ICMSTot/vNF = 10 × 100.00 = 1000.00',
    ],
  };
});

/**
 * The share (DIFAL) of every state of a final consumer, and its fund, in sales from São Paulo; and São Paulo's share in a sale from one
 * state of each region.
 */
export const destinationShares: FiscalCase[] = [
  ...allStates.filter((state) => state !== 'SP').map((to) => shareOf('SP', to)),
  ...(['RS', 'RJ', 'BA', 'AM', 'DF'] as const).map((from) => shareOf(from, 'SP')),
  shareOf('MG', 'ES'),
  shareOf('ES', 'MG'),
  shareOf('RJ', 'MA'),
  ...(['RJ', 'AL', 'MA', 'SP'] as const).map((to) => shareOf(to === 'SP' ? 'SC' : 'SP', to, { origin: '1' })),
  ...(['PI', 'RS'] as const).map((to) => shareOf('SP', to, { isCompany: true })),
  {
    of: 'AL until 2026-03-31: the share is of the former rate of 19 %',
    source: 'Lei 9.776/2025 (AL) art. 1, in force since 2026-04-01; Lei 5.900/1996 art. 17',
    sale: { to: person('AL'), item: byTable, on: '2026-03-31' },
    gives: [
      'pICMSUFDest = 19.0000',
      'vICMSUFDest = 1000.00 × (19% − 7%) = 120.00',
      'vFCPUFDest = 1000.00 × 1% = 10.00',
    ],
  },
];

function shareOf(
  from: State,
  to: State,
  { origin = '0', isCompany = false }: { origin?: string; isCompany?: boolean } = {},
): FiscalCase {
  const isImported = origin === '1';
  const between = interstate(from, to, isImported);
  const { rate: inside, law, fund } = factsOf(to);
  const who = isCompany ? 'a hospital that pays no ICMS' : 'a person';
  return {
    of: `${from} to ${to}: ${who} in ${to} buys ${isImported ? 'imported ' : ''}goods, and ${to} gets ${inside} less ${between} %${fund ? ' and its fund' : ''}`,
    source: `EC 87/2015; LC 190/2022; ${law}${fund ? `; ${fund.law}` : ''}; Senado ${isImported ? '13/2012' : '22/1989'}`,
    sale: {
      by: { state: from },
      to: isCompany ? consumer(to) : person(to),
      item: { ...byTable, icmsOrigin: origin },
    },
    gives: [
      'idDest = 2',
      'indFinal = 1',
      'CFOP = 6108',
      `ICMS00/pICMS = ${rate(between)}`,
      line('ICMS00/vICMS', `1000.00 × ${between}%`),
      'ICMSUFDest/vBCUFDest = 10 × 100.00 = 1000.00',
      `ICMSUFDest/pICMSUFDest = ${rate(inside)}`,
      `ICMSUFDest/pICMSInter = ${Number(between).toFixed(2)}`,
      line('ICMSUFDest/vICMSUFDest', `1000.00 × (${inside}% − ${between}%)`),
      'ICMSUFDest/vICMSUFRemet = 0.00',
      ...(fund
        ? [`ICMSUFDest/pFCPUFDest = ${rate(fund.rate)}`, line('ICMSUFDest/vFCPUFDest', `1000.00 × ${fund.rate}%`)]
        : ['ICMSUFDest/pFCPUFDest = absent']),
      line('ICMSTot/vICMSUFDest', `1000.00 × (${inside}% − ${between}%)`),
      'ICMSTot/vNF = 10 × 100.00 = 1000.00',
    ],
  };
}
