/**
 * Facts about the states, independent of the product's tables: capital with its IBGE code, usual internal rate on 2026-11-21 with its law
 * (read 2026-11-22 in the laws and four surveys of them), and the fund on nearly all goods.
 */
export const states = {
  AC: { municipalityCode: '1200401', city: 'Rio Branco', rate: '19', law: 'LC 422/2022' },
  AL: {
    municipalityCode: '2704302',
    city: 'Maceió',
    rate: '20.5',
    law: 'Lei 9.776/2025 art. 1',
    fund: { rate: '1', law: 'Lei 6.558/2004 art. 2-A', isForResale: false },
  },
  AM: { municipalityCode: '1302603', city: 'Manaus', rate: '20', law: 'LC 242/2022' },
  AP: { municipalityCode: '1600303', city: 'Macapá', rate: '18', law: 'no change known' },
  BA: { municipalityCode: '2927408', city: 'Salvador', rate: '20.5', law: 'Lei 14.629/2023' },
  CE: { municipalityCode: '2304400', city: 'Fortaleza', rate: '20', law: 'Lei 18.154/2022' },
  DF: { municipalityCode: '5300108', city: 'Brasília', rate: '20', law: 'Lei 7.326/2023' },
  ES: { municipalityCode: '3205309', city: 'Vitória', rate: '17', law: 'the rise of 2024 was revoked' },
  GO: { municipalityCode: '5208707', city: 'Goiânia', rate: '19', law: 'Lei 22.460/2023' },
  MA: { municipalityCode: '2111300', city: 'São Luís', rate: '23', law: 'Lei 12.426/2024' },
  MG: { municipalityCode: '3106200', city: 'Belo Horizonte', rate: '18', law: 'no change known' },
  MS: { municipalityCode: '5002704', city: 'Campo Grande', rate: '17', law: 'no change known' },
  MT: { municipalityCode: '5103403', city: 'Cuiabá', rate: '17', law: 'no change known' },
  PA: { municipalityCode: '1501402', city: 'Belém', rate: '19', law: 'Lei 9.755/2022' },
  PB: { municipalityCode: '2507507', city: 'João Pessoa', rate: '20', law: 'Lei 12.788/2023' },
  PE: { municipalityCode: '2611606', city: 'Recife', rate: '20.5', law: 'Lei 18.305/2023' },
  PI: { municipalityCode: '2211001', city: 'Teresina', rate: '22.5', law: 'Lei 8.558/2024' },
  PR: { municipalityCode: '4106902', city: 'Curitiba', rate: '19.5', law: 'Lei 21.850/2023' },
  RJ: {
    municipalityCode: '3304557',
    city: 'Rio de Janeiro',
    rate: '20',
    law: 'Lei 10.253/2023',
    fund: { rate: '2', law: 'LC 210/2023 art. 2 I', isForResale: true },
  },
  RN: { municipalityCode: '2408102', city: 'Natal', rate: '20', law: 'Lei 11.999/2024' },
  RO: { municipalityCode: '1100205', city: 'Porto Velho', rate: '19.5', law: 'Lei 5.634/2023' },
  RR: { municipalityCode: '1400100', city: 'Boa Vista', rate: '20', law: 'Lei 1.767/2022' },
  RS: { municipalityCode: '4314902', city: 'Porto Alegre', rate: '17', law: 'no change known' },
  SC: { municipalityCode: '4205407', city: 'Florianópolis', rate: '17', law: 'no change known' },
  SE: {
    municipalityCode: '2800308',
    city: 'Aracaju',
    rate: '19',
    law: 'Lei 9.176/2023',
    fund: { rate: '1', law: 'Lei 4.731/2002 art. 2-A', isForResale: false },
  },
  SP: { municipalityCode: '3550308', city: 'São Paulo', rate: '18', law: 'no change known' },
  TO: { municipalityCode: '1721000', city: 'Palmas', rate: '20', law: 'MP 33/2022' },
} as const satisfies Record<string, StateFacts>;

export type State = keyof typeof states;

type StateFacts = {
  municipalityCode: string;
  city: string;
  rate: string;
  law: string;
  fund?: { rate: string; law: string; isForResale: boolean };
};

export const allStates = Object.keys(states).filter(isState);

/** What is known of a state, whichever it is. */
export function factsOf(state: State): StateFacts {
  return states[state];
}

function isState(name: string): name is State {
  return name in states;
}

/** Interstate rate: Senate 22/1989 (7 % from South and Southeast except ES to the rest and ES, otherwise 12 %) and 13/2012 (4 % for imported goods). */
export function interstate(from: State, to: State, isImported = false): '4' | '7' | '12' {
  const rich: readonly State[] = ['MG', 'PR', 'RJ', 'RS', 'SC', 'SP'];
  if (isImported) return '4';
  return rich.includes(from) && !rich.includes(to) ? '7' : '12';
}
