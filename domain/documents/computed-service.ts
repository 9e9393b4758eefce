import type { ClientSnapshot } from '../clients/client-input.ts';
import type { Issuer } from '../companies/settings.ts';
import { decimal, money } from '../money.ts';
import type { TaxSource } from '../taxation/fields.ts';
import type { TaxedBy } from '../taxation/levels/records.ts';
import type { ServiceFields, ServiceTrace } from '../taxation/levels/service-fields.ts';
import type {
  ApproximateTotal,
  DeclaredServiceIbsCbs,
  Deductions,
  ForeignTrade,
  ReplacedNfse,
  ServedEvent,
  ServiceOrder,
  ServicePlace,
  Works,
} from './service-sale.ts';

/**
 * A service with every tax resolved: `compute/` makes it by the rules of `domain/service-taxation`, and `domain/nfse` writes it as a DPS. Money has
 * two decimals, rates in percent have four; an absent amount is null.
 */
export type ComputedService = {
  /** A service has no model. */
  model: null;
  issuer: Issuer;
  /** Null where the taker is not identified. */
  taker: ClientSnapshot | null;
  /** The issuer's regime in Simples and its special regime in the municipality. */
  regime: { opSimpNac: '1' | '2' | '3'; regApTribSN: '1' | '2' | '3' | null; regEspTrib: string };
  place: ServicePlace;
  /** Day as `2026-11-21`. */
  competence: string;
  /**
   * The fields to which all items resolve, as the DPS has them, without those that are not used. A rate of ISSQN that only the municipality may give
   * is not among them (E0617); it is in `amounts.issRate`.
   */
  fields: ServiceFields;
  /** xDescServ: at most 2000 characters, with a line for each item. */
  description: string;
  items: ComputedServiceItem[];
  amounts: ServiceAmounts;
  foreignTrade: ForeignTrade | null;
  works: Works | null;
  event: ServedEvent | null;
  deductions: Deductions | null;
  intermediary: Omit<ClientSnapshot, 'id'> | null;
  order: ServiceOrder | null;
  /** Absent on services older than these two fields, and where the caller gave none. */
  ibsCbs?: DeclaredServiceIbsCbs;
  approximateTaxes?: ApproximateTotal;
  replaces: ReplacedNfse | null;
  /** xInfComp: at most 2000 characters. */
  additionalInfo: string | null;
};

export type ComputedServiceItem = {
  number: number;
  code: string;
  description: string;
  unit: string | null;
  quantity: string;
  unitValue: string;
  /** Quantity times unit value, rounded once. */
  total: string;
  /** The line's share of the unconditional discount. */
  discount: string | null;
  additionalInfo: string | null;
  taxation: ServiceTrace;
  taxedBy: TaxedBy;
  /** The line's share of IBS and CBS; null until the authority has computed them. */
  ibsCbs: ServiceIbsCbs | null;
  /** The level that still gives PIS and COFINS although they have ended, and that is ignored; absent where none does. */
  endedContributions?: TaxSource;
};

/** The sums of a service. */
export type ServiceAmounts = {
  /** Who computed the sums: Lavra until the authority answers; then they are those that the NFS-e prints. */
  computedBy: 'LAVRA' | 'AUTHORITY';
  /** vServ. */
  service: string;
  /** vDescIncond and vDescCond. */
  unconditionalDiscount: string | null;
  conditionalDiscount: string | null;
  /** vCalcDR and vCalcBM. */
  deductions: string | null;
  benefit: string | null;
  /** vCalcReeRepRes: what is passed on to third parties, which no base contains; absent where there is none, and on older services. */
  reimbursed?: string;
  /** vBC, pAliqAplic and vISSQN; null without ISSQN. Rate and tax are null as well while only the municipality knows the rate. */
  issBase: string | null;
  issRate: string | null;
  iss: string | null;
  /** `iss`, where taker or intermediary withholds it; else null. */
  issWithheld: string | null;
  /** vBCPisCofins, vPis and vCofins: what the issuer itself owes. */
  pisCofinsBase: string | null;
  pis: string | null;
  cofins: string | null;
  /** PIS and COFINS that the payer withholds, at other rates than the issuer's own. */
  pisWithheld: string | null;
  cofinsWithheld: string | null;
  /** vRetCP and vRetIRRF. */
  inss: string | null;
  irrf: string | null;
  /** vRetCSLL: the sum of withheld CSLL, PIS and COFINS (NT SE/CGNFS-e 007/2026). */
  csll: string | null;
  /** vTotalRet. */
  withheld: string | null;
  /** vLiq. */
  net: string;
  /** Null where the service has none, and until the authority answers. */
  ibsCbs: ServiceIbsCbs | null;
};

/** The amounts that the authority computed for a service; what the NFS-e does not print is absent. */
export type AuthorityAmounts = { amounts: Partial<ServiceAmounts>; ibsCbs: ServiceIbsCbs | null };

/** IBS and CBS as the authority computed them (group IBSCBS of the NFS-e). */
export type ServiceIbsCbs = {
  base: string;
  stateRate: string;
  stateValue: string;
  municipalRate: string;
  municipalValue: string;
  ibsValue: string;
  cbsRate: string;
  cbsValue: string;
};

/** What the taker is charged, before anything is withheld: the value of the services less the unconditional discount. Two decimals. */
export function chargedFor({
  service,
  unconditionalDiscount,
}: Pick<ServiceAmounts, 'service' | 'unconditionalDiscount'>): string {
  return money(decimal(service).minus(decimal(unconditionalDiscount)));
}
