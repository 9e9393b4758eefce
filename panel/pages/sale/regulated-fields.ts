import { stateCodes } from '../../../domain/states.ts';
import type { Choice, Field, FieldGroup } from '../../forms/fields.ts';
import type { SaleFields } from './fields.ts';

const short = (name: string, label: string, most: number): Field => ({ name, label, most, isShort: true });

/** Where the goods go when that is not the buyer's address. */
const delivery: FieldGroup = {
  title: 'Local de entrega, se é outro',
  isFolded: true,
  fields: [
    { name: 'delivery.name', label: 'Nome de quem recebe a mercadoria', most: 60 },
    short('delivery.document', 'CPF ou CNPJ do local de entrega', 20),
    short('delivery.stateRegistration', 'Inscrição estadual do local de entrega', 20),
    short('delivery.zipCode', 'CEP do local de entrega', 9),
    { name: 'delivery.street', label: 'Rua ou avenida do local de entrega', most: 60 },
    short('delivery.number', 'Número do local de entrega', 60),
    short('delivery.complement', 'Complemento do local de entrega', 60),
    short('delivery.neighborhood', 'Bairro do local de entrega', 60),
    short('delivery.city', 'Cidade do local de entrega', 60),
    short('delivery.state', 'Estado do local de entrega (sigla)', 2),
    {
      ...short('delivery.municipalityCode', 'Código IBGE da cidade de entrega', 7),
      hint: 'Em branco, o Lavra o acha pela cidade e pelo estado.',
    },
    short('delivery.phone', 'Telefone do local de entrega', 20),
    { ...short('delivery.email', 'E-mail do local de entrega', 60), kind: 'email' },
  ],
};

/** tpGuia of PL_010f v1.04. */
const permits: readonly Choice[] = [
  ['', 'Não há'],
  ['GTA', 'GTA'],
  ['TTA', 'TTA'],
  ['DTA', 'DTA'],
  ['ATV', 'ATV'],
  ['PTV', 'PTV'],
  ['GTV', 'GTV'],
  ['FOREST', 'Guia florestal: DOF, SisFlora ou SIAM'],
];

const states: readonly Choice[] = [['', 'Escolha…'], ...[...stateCodes.keys()].map((state): Choice => [state, state])];

/** What the law requires about pesticides, and about animals, plants and wood in transit (agropecuario). */
const farmGoods: FieldGroup = {
  title: 'Agrotóxicos, animais, plantas e madeira',
  isFolded: true,
  help: 'Uma nota diz receituários ou uma guia de trânsito, não os dois.',
  fields: [
    {
      name: 'pesticidePrescriptions',
      label: 'Receituários de agrotóxicos',
      kind: 'area',
      most: 1200,
      hint: 'Um em cada linha, até 20: o número, e o CPF do responsável técnico. Como 12345 529.982.247-25.',
    },
    { name: 'transitPermit.kind', label: 'Guia de trânsito', kind: 'choice', choices: permits, isShort: true },
    { name: 'transitPermit.state', label: 'Estado que deu a guia', kind: 'choice', choices: states, isShort: true },
    short('transitPermit.series', 'Série da guia', 9),
    short('transitPermit.number', 'Número da guia', 9),
  ],
};

/** Groups of an NF-e that the law requires of few goods, or that name another place than the buyer's. */
export const regulatedGroups: readonly FieldGroup[] = [delivery, farmGoods];

/** The list of processes and granted acts that a note refers to (procRef). */
export const processList = 'legalProcesses';

/** indProc and tpAto of PL_010f v1.04. */
const origins: readonly Choice[] = [
  ['', 'Escolha…'],
  ['TAX_OFFICE', 'SEFAZ'],
  ['FEDERAL_COURT', 'Justiça Federal'],
  ['STATE_COURT', 'Justiça Estadual'],
  ['FEDERAL_REVENUE', 'Secex ou Receita Federal'],
  ['CONFAZ', 'CONFAZ'],
  ['OTHER', 'Outra'],
];
const acts: readonly Choice[] = [
  ['', 'Não informado'],
  ['AGREEMENT', 'Termo de acordo'],
  ['SPECIAL_REGIME', 'Regime especial'],
  ['SPECIFIC_AUTHORIZATION', 'Autorização específica'],
  ['SINIEF_ADJUSTMENT', 'Ajuste SINIEF'],
  ['ICMS_CONVENTION', 'Convênio ICMS'],
];

/** A process or a granted act. */
export function processFields(index: number): SaleFields {
  const own = (name: string): string => `${processList}[${index}].${name}`;
  return {
    first: [
      { ...short(own('number'), 'Número do processo ou do ato', 60), isRequired: true },
      {
        name: own('origin'),
        label: 'De onde ele é',
        kind: 'choice',
        choices: origins,
        isShort: true,
        isRequired: true,
      },
      {
        name: own('act'),
        label: 'Ato concessório',
        kind: 'choice',
        choices: acts,
        isShort: true,
        hint: 'Só de um processo da SEFAZ.',
      },
    ],
    more: [],
  };
}
