import { isOutgoing } from '../cfop.ts';
import { type TaxFieldName, taxFieldNames, type TaxFields } from '../fields.ts';
import type { Operation } from '../operation.ts';
import type { ChosenSubRule } from './records.ts';
import { type ServiceFieldName, serviceFieldNames, type ServiceFields } from './service-fields.ts';

type ChosenNfeRule = ChosenSubRule<NfeSubRuleFieldName>;

/** Gives the sub-rule for a line by the CFOP that the note will carry; null where the rule has none for it. */
export type ChooseSubRule = (cfop: string) => ChosenNfeRule | null;

type Candidate = { subRule: NfeSubRule; position: number; clientRank: number; stateRank: number };

/**
 * Reads a rule once for all lines of a note. Sub-rules that are not for the recipient are dropped; of the rest those with `cfops` come
 * before those without, then the exact client type before `CONSUMIDOR_FINAL` before none, then a listed state before none, and only then
 * their order in the rule (spec 2-extended §2.2; decisions.md, "Client"). An empty list is for everyone.
 *
 * CFOPs are compared by their last three digits, so 5910 is for 6910 and 7910 too. On an entry a sub-rule that lists 5202 is also for 1202,
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

/** The sub-rules that are for the recipient, the most specific first. */
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
/** The clients that a sub-rule is for: one of the three taxpayer types, or those who buy for own use (indFinal 1). */
type RuleClientType = (typeof ruleClientTypes)[number];

/** One sub-rule of a rule of model NFE, as it is kept. An empty list matches everything (spec 2-extended §2.2). */
export type NfeSubRule = {
  /** Two letters; `EX` is abroad. */
  states: string[];
  clientTypes: RuleClientType[];
  /** Four digits each; compared by the last three. */
  cfops: string[];
  /** What it says; NCM, CEST and CFOP belong to the goods and are never among it. */
  fields: Omit<TaxFields, GoodsFieldName>;
};

type GoodsFieldName = 'ncm' | 'cest' | 'cfop';
type NfeSubRuleFieldName = Exclude<TaxFieldName, GoodsFieldName>;

const goods: ReadonlySet<TaxFieldName> = new Set<GoodsFieldName>(['ncm', 'cest', 'cfop']);
/** Fields of the resolution that a sub-rule can fill. */
export const nfeSubRuleFieldNames = taxFieldNames.filter((name): name is NfeSubRuleFieldName => !goods.has(name));

export const takerTypes = ['INDIVIDUAL', 'COMPANY', 'FOREIGN'] as const;
/** The taker of the service, by a client's `type`. */
export type TakerType = (typeof takerTypes)[number];

/** One sub-rule of a rule of model NFSE, as it is kept. An empty list matches everything. */
export type NfseSubRule = {
  /** IBGE codes, seven digits, of the municipalities where the service is rendered. */
  municipalityCodes: string[];
  takerTypes: TakerType[];
  /** National codes of services (cTribNac), six digits. */
  serviceCodes: string[];
  /** What it says; the service itself is chosen by the document. */
  fields: Omit<ServiceFields, ServiceItself>;
};

type ServiceItself = 'serviceCode' | 'serviceDescription';
export type NfseSubRuleFieldName = Exclude<ServiceFieldName, ServiceItself>;

const itself: ReadonlySet<ServiceFieldName> = new Set<ServiceItself>(['serviceCode', 'serviceDescription']);
/** What a sub-rule can say of a service. */
export const nfseSubRuleFieldNames = serviceFieldNames.filter(
  (name): name is NfseSubRuleFieldName => !itself.has(name),
);
