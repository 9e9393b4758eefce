import table from '../../../tables/c-class-trib.json' with { type: 'json' };
import { accessKey } from '../../identifiers.ts';
import { hasBegun } from '../../law-calendar.ts';
import { child, children, textOf } from '../../xml/element.ts';
import { debits, isDebit, referenceOf } from '../adjustment.ts';
import { fuelOf } from '../fuels.ts';
import { issuedOn, type Item, type Note } from '../note.ts';
import { isNfce, isOneOf, itemRule, type Rule, type RuleContext } from '../rule.ts';
import { paysInSimples } from './simples.ts';

/** The groups of a situation (CST): each flag says that its group is both permitted and demanded. */
type Situation = {
  gIBSCBS: boolean;
  gIBSCBSMono: boolean;
  gRed: boolean;
  gDif: boolean;
  gTransfCred: boolean;
  gCredPresIBSZFM: boolean;
  gAjusteCompet: boolean;
};

/** A classification (cClassTrib): reductions are percentages as text. */
export type Classification = {
  situation: string;
  models: ReadonlySet<'55' | '65'>;
  /** Whether services (NFS-e) may have it. */
  ofServices: boolean;
  reduction: { ibs: string; cbs: string };
  /** Whether the tax that would be due is shown separately, while the rates themselves are zero. */
  regularTax: boolean;
  /** First and last day; `until` is undefined if the classification has no end. */
  from: string;
  until: string | undefined;
  /** Whether the group that reverses a credit (gEstornoCred) is both permitted and demanded. */
  reversal: boolean;
};

export const situations: ReadonlyMap<string, Situation> = new Map(
  table.cst.map((row) => [
    row['CST-IBS/CBS'],
    {
      gIBSCBS: row.ind_gIBSCBS === '1',
      gIBSCBSMono: row.ind_gIBSCBSMono === '1',
      gRed: row.ind_gRed === '1',
      gDif: row.ind_gDif === '1',
      gTransfCred: row.ind_gTransfCred === '1',
      gCredPresIBSZFM: row.ind_gCredPresIBSZFM === '1',
      gAjusteCompet: row.ind_gAjusteCompet === '1',
    },
  ]),
);

export const classifications: ReadonlyMap<string, Classification> = new Map(
  table.cClassTrib.map((row) => [
    row.cClassTrib,
    {
      situation: row['CST-IBS/CBS'],
      models: new Set<'55' | '65'>([
        ...(row.indNFe === '1' ? (['55'] as const) : []),
        ...(row.indNFCe === '1' ? (['65'] as const) : []),
      ]),
      ofServices: row.indNFSe === '1',
      reduction: { ibs: row.pRedIBS, cbs: row.pRedCBS },
      regularTax: row.ind_gTribRegular === '1',
      from: row.dIniVig,
      until: row.dFimVig ?? undefined,
      reversal: row.ind_gEstornoCred === '1',
    },
  ]),
);

/** First month (AAMM) whose notes have IBS and CBS that a return or complement can mend. */
const mendedSince = '2701';
const complement = '2';
const returned = '4';

type Group = keyof Situation;

/** The group, the code if the situation does not permit it, and the code if it demands it. */
const groups: readonly (readonly [Group, number, number])[] = [
  ['gIBSCBS', 1021, 1022],
  ['gIBSCBSMono', 1151, 1116],
  ['gTransfCred', 1131, 1132],
  ['gAjusteCompet', 1169, 1170],
  ['gCredPresIBSZFM', 1134, 1135],
];

/** Group UB, first part: whether the group is there, and whether its codes go together and with the groups after them. */
export const classificationRules: readonly Rule[] = [
  itemRule(
    1115,
    'UB12-10',
    (item, note, context) =>
      item.ibsCbs === undefined && fuelOf(item) === undefined && isMandatory(note, context) && !mendsOlderNote(note),
  ),
  itemRule(1020, 'UB13-10', (item) => item.ibsCbs !== undefined && situationOf(item) === undefined),
  itemRule(1023, 'UB14-10', (item, note) => item.ibsCbs !== undefined && !isInForce(classificationOf(item), note)),
  itemRule(1024, 'UB14-20', (item) => {
    const found = classificationOf(item);
    return found !== undefined && found.situation !== textOf(item.ibsCbs, 'CST');
  }),
  itemRule(1025, 'UB14-30', (item, note) => {
    const found = classificationOf(item);
    return found !== undefined && !found.models.has(isNfce(note) ? '65' : '55');
  }),
  ...groups.flatMap(([group, undue, missing]) => [
    itemRule(undue, `UB ${group}`, (item) => hasGroup(item, group) && situationOf(item)?.[group] === false),
    itemRule(
      missing,
      `UB ${group}`,
      (item, note) =>
        !hasGroup(item, group) &&
        situationOf(item)?.[group] === true &&
        !isReplacedByReversal(note, group) &&
        !(group === 'gIBSCBS' && paysInSimples(item, note)),
    ),
  ]),
];

/** Whether a classification is in the table and in force on the day of issue. */
export function isInForce(found: Classification | undefined, note: Note): boolean {
  const day = issuedOn(note);
  return found !== undefined && found.from <= day && day <= (found.until ?? day);
}

export function situationOf({ ibsCbs }: Item): Situation | undefined {
  return situations.get(textOf(ibsCbs, 'CST') ?? '');
}

export function classificationOf({ ibsCbs }: Item): Classification | undefined {
  return classifications.get(textOf(ibsCbs, 'cClassTrib') ?? '');
}

function hasGroup({ ibsCbs }: Item, group: Group): boolean {
  return child(ibsCbs, group) !== undefined;
}

/** Whether the reversed tax replaces this group: it does in notes of lost goods (UB13-30, UB13-40). */
function isReplacedByReversal(note: Note, group: Group): boolean {
  return isDebit(note, debits.loss) && (group === 'gIBSCBS' || group === 'gIBSCBSMono');
}

/**
 * Whether a note must have the group (UB12-10, NT 2025.002 v1.52): notes of the normal regime must from another day on than those of the
 * other regimes.
 */
function isMandatory({ ide, emit }: Note, { endpoint }: RuleContext): boolean {
  const isNormal = textOf(emit, 'CRT') === '3';
  const change = isNormal ? 'TAX_GROUP_OF_THE_REFORM' : 'TAX_GROUP_OF_THE_REFORM_IN_SIMPLES';
  return hasBegun(change, endpoint.environment, issuedOn({ ide }));
}

function mendsOlderNote({ ide, items }: Note): boolean {
  const references = [
    ...children(ide, 'NFref').map((one) => textOf(one, 'refNFe')),
    ...items.map((item) => referenceOf(item)?.chNFe),
  ];
  return (
    isOneOf(ide, 'finNFe', complement, returned) &&
    references.some((one) => (accessKey(one ?? '')?.month ?? mendedSince) < mendedSince)
  );
}
