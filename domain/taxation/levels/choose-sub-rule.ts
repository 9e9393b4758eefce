import { isOutgoing } from '../cfop.ts';
import { type TaxFieldName, taxFieldNames, type TaxFields } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { type ServiceFieldName, serviceFieldNames, type ServiceFields } from './service-fields.ts';

type ChosenNfeRule = { position: number; fields: NfeSubRule['fields'] };

/** Returns the sub-rule for a line by the line's CFOP; null where the rule has none for it. */
export type ChooseSubRule = (cfop: string) => ChosenNfeRule | null;

type Candidate = { subRule: NfeSubRule; position: number; clientRank: number; stateRank: number };

/**
 * Reads a rule once for all lines of a note. Sub-rules for other recipients are dropped. Of the rest those with `cfops` come before those without,
 * then the exact client type before `CONSUMIDOR_FINAL` before none, then a listed state before none, and at last their order in the rule
 * (docs/taxation.md). An empty list matches every recipient.
 *
 * CFOPs are compared by their last three digits, so that 5910 matches 6910 and 7910, too. On an entry a sub-rule that lists 5202 matches 1202, too,
 * but one that lists 1202 or 2202 comes first.
 */
export function subRuleChooser(subRules: NfeSubRule[], operation: Operation): ChooseSubRule {
  const candidates = candidatesOf(subRules, operation);
  const chosen = ({ position, subRule: { fields } }: Candidate): ChosenNfeRule => ({ position, fields });
  const byDigits = new Map<string, ChosenNfeRule>();
  for (const isSameDirection of [true, false]) {
    for (const candidate of candidates) {
      for (const cfop of candidate.subRule.cfops) {
        const isWanted = (isOutgoing(cfop) === (operation.direction === 'OUT')) === isSameDirection;
        if (isWanted && !byDigits.has(cfop.slice(1))) byDigits.set(cfop.slice(1), chosen(candidate));
      }
    }
  }
  const general = candidates.find(({ subRule }) => subRule.cfops.length === 0);
  const otherwise = general ? chosen(general) : null;
  return (cfop) => byDigits.get(cfop.slice(1)) ?? otherwise;
}

/** The sub-rules that match the recipient, the most specific first. */
function candidatesOf(subRules: NfeSubRule[], operation: Operation): Candidate[] {
  return subRules
    .flatMap((subRule, index) => {
      const clientRank = clientRankOf(subRule, operation);
      const stateRank = stateRankOf(subRule, operation);
      return clientRank === null || stateRank === null ? [] : [{ subRule, position: index + 1, clientRank, stateRank }];
    })
    .sort((a, b) => a.clientRank - b.clientRank || a.stateRank - b.stateRank || a.position - b.position);
}

function clientRankOf({ clientTypes }: NfeSubRule, { taxpayerType, finalConsumer }: Operation): number | null {
  if (clientTypes.includes(taxpayerType)) return 0;
  if (finalConsumer && clientTypes.includes('CONSUMIDOR_FINAL')) return 1;
  return clientTypes.length === 0 ? 2 : null;
}

function stateRankOf({ states }: NfeSubRule, { destinationState }: Operation): number | null {
  if (states.includes(destinationState ?? 'EX')) return 0;
  return states.length === 0 ? 1 : null;
}

export const ruleClientTypes = ['CONTRIBUINTE', 'NAO_CONTRIBUINTE', 'ISENTO', 'CONSUMIDOR_FINAL'] as const;
/** The clients that a sub-rule is for: one of the three taxpayer types, or final consumers (indFinal 1). */
type RuleClientType = (typeof ruleClientTypes)[number];

/** One sub-rule of a tax rule of model NFE, in normal form. An empty list matches everything. */
export type NfeSubRule = {
  /** Two letters each; `EX` stands for abroad. */
  states: string[];
  clientTypes: RuleClientType[];
  /** Four digits each; compared by the last three. */
  cfops: string[];
  /** The fields that it gives. NCM, CEST and CFOP belong to the goods and are never among them. */
  fields: Omit<TaxFields, GoodsFieldName>;
};

type GoodsFieldName = 'ncm' | 'cest' | 'cfop';
type NfeSubRuleFieldName = Exclude<TaxFieldName, GoodsFieldName>;

const goods: ReadonlySet<TaxFieldName> = new Set<GoodsFieldName>(['ncm', 'cest', 'cfop']);
/** The fields of goods that a sub-rule can give. */
export const nfeSubRuleFieldNames = taxFieldNames.filter((name): name is NfeSubRuleFieldName => !goods.has(name));

export const takerTypes = ['INDIVIDUAL', 'COMPANY', 'FOREIGN'] as const;
/** The type of a service's taker: its client record's `type`. */
export type TakerType = (typeof takerTypes)[number];

/** One sub-rule of a tax rule of model NFSE, in normal form. An empty list matches everything. */
export type NfseSubRule = {
  /** IBGE codes, seven digits, of the municipalities where the service is rendered. */
  municipalityCodes: string[];
  takerTypes: TakerType[];
  /** National codes of services (cTribNac), six digits. */
  serviceCodes: string[];
  /** The fields that it gives; the code of the service is not among them, because the document chooses it. */
  fields: Omit<ServiceFields, ServiceItself>;
};

type ServiceItself = 'serviceCode' | 'serviceDescription';
export type NfseSubRuleFieldName = Exclude<ServiceFieldName, ServiceItself>;

const itself: ReadonlySet<ServiceFieldName> = new Set<ServiceItself>(['serviceCode', 'serviceDescription']);
/** The fields of a service that a sub-rule can give. */
export const nfseSubRuleFieldNames = serviceFieldNames.filter(
  (name): name is NfseSubRuleFieldName => !itself.has(name),
);
