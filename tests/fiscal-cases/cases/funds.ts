import { rate } from '../arithmetic.ts';
import type { FiscalCase } from '../fiscal-case.ts';
import { person } from '../people.ts';
import { allStates, type State } from '../states.ts';

const table = 'Tabela FCP, IT 2023.004 v1.03 (2025-02); rule N17b-20 (874)';
const withoutFund: readonly State[] = ['AC', 'AP', 'PA', 'SC'];
const charged = { icmsSituation: '00' } as const;

/** Rates of the fund that the authority accepts in no state, or not in that one. */
const refused = [
  ...withoutFund.map((state) => [state, '2'] as const),
  ...([
    ['SP', '1'],
    ['MG', '4'],
    ['BA', '2.5'],
    ['GO', '3'],
    ['RJ', '4.5'],
    ['AL', '3'],
  ] as const),
];

/** Funds against poverty, inside each state. */
export const funds: FiscalCase[] = [
  ...allStates
    .filter((state) => !withoutFund.includes(state))
    .map((state): FiscalCase => ({
      of: `${state}: goods of its fund bear 2 %`,
      source: table,
      sale: { by: { state }, item: { ...charged, fcpRate: '2' } },
      gives: [
        'ICMS00/pFCP = 2.0000',
        'ICMS00/vFCP = 1000.00 × 2% = 20.00',
        'ICMSTot/vFCP = 20.00',
        'ICMSTot/vNF = 10 × 100.00 = 1000.00',
        'infAdProd = FCP: alíquota 2,00%, R$ 20,00.',
        'infAdFisco = Total do FCP: R$ 20,00.',
      ],
    })),
  ...refused.map(([state, percent]): FiscalCase => ({
    of: `${state}: a fund of ${percent} %`,
    source: table,
    sale: { by: { state }, item: { ...charged, fcpRate: percent } },
    refused: { code: 'invalid_taxation', path: 'items[0].fcpRate' },
    authority: {
      cStat: 874,
      mended: { item: { fcpRate: '0' } },
      forged: [['</vICMS></ICMS00>', `</vICMS><pFCP>${rate(percent)}</pFCP><vFCP>20.00</vFCP></ICMS00>`]],
    },
  })),
  {
    of: 'RJ: goods that the law leaves out bear no fund, where the item says zero',
    source: 'LC 217/2023 (RJ), exclusions; Tabela FCP, IT 2023.004 v1.03',
    sale: { by: { state: 'RJ' }, item: { ...charged, fcpRate: '0' } },
    gives: ['ICMS00/pFCP = absent', 'ICMSTot/vFCP = 0.00'],
  },
  {
    of: 'RJ: energy bears 4 %, the fund and its addition',
    source: 'LC 210/2023 (RJ) art. 2 II, until 2031-12-31',
    sale: { by: { state: 'RJ' }, item: { ...charged, ncm: '27160000', fcpRate: '4' } },
    gives: ['ICMS00/vFCP = 1000.00 × 4% = 40.00'],
  },
  {
    of: 'SP to RJ: goods that the law leaves out bear no fund of the destination, where the item says zero',
    source: 'LC 217/2023 (RJ), exclusions; MOC 7.0 Anexo I, NA05',
    sale: { to: person('RJ'), item: { ...charged, fcpRate: '0' } },
    gives: ['vICMSUFDest = 1000.00 × (20% − 12%) = 80.00', 'pFCPUFDest = absent'],
  },
  {
    of: 'SP to BA: a person buys goods of the fund of Bahia',
    source: 'Lei 7.988/2001 (BA); MOC 7.0 Anexo I, NA05 and NA13-10 (793)',
    sale: { to: person('BA'), item: { ...charged, fcpRate: '2' } },
    gives: ['pFCPUFDest = 2.0000', 'vFCPUFDest = 1000.00 × 2% = 20.00', 'ICMSTot/vFCPUFDest = 20.00'],
  },
];
