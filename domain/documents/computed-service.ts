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
 * A service with every tax resolved: what `domain/service-taxation` gives and the DPS says. Money has two decimals, rates in percent have
 * four; an absent amount is null.
 */
export type ComputedService = {
  /** A service has no model. */
  model: null;
  issuer: Issuer;
  /** Null where nobody is named. */
  taker: ClientSnapshot | null;
  /** How the issuer stands towards Simples and the municipality. */
  regime: { opSimpNac: '1' | '2' | '3'; regApTribSN: '1' | '2' | '3' | null; regEspTrib: string };
  place: ServicePlace;
  /** Day as `2026-11-21`. */
  competence: string;
  /**
   * What all items resolve to, unused fields left out: what the DPS says. A rate of ISSQN that only the municipality may give is not among
   * them (E0617), and stands in `amounts.issRate`.
   */
  fields: ServiceFields;
  /** xDescServ: at most 2000 characters, a line each item. */
  description: string;
  items: ComputedServiceItem[];
  amounts: ServiceAmounts;
  foreignTrade: ForeignTrade | null;
  works: Works | null;
  event: ServedEvent | null;
  deductions: Deductions | null;
  intermediary: Omit<ClientSnapshot, 'id'> | null;
  order: ServiceOrder | null;
  /** Absent on services older than these two, and where nothing is said. */
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
  /** Its part of the unconditional discount. */
  discount: string | null;
  additionalInfo: string | null;
  taxation: ServiceTrace;
  taxedBy: TaxedBy;
  /** Its part of IBS and CBS, once the authority has computed them. */
  ibsCbs: ServiceIbsCbs | null;
  /** Which level says something of PIS and COFINS although they have ended, and was not listened to; absent where none does. */
  endedContributions?: TaxSource;
};

/** The sums of a service. */
export type ServiceAmounts = {
  /** Whose they are: ours until the authority answers, then those that its NFS-e prints. */
  computedBy: 'LAVRA' | 'AUTHORITY';
  /** vServ. */
  service: string;
  /** vDescIncond and vDescCond. */
  unconditionalDiscount: string | null;
  conditionalDiscount: string | null;
  /** vCalcDR and vCalcBM. */
  deductions: string | null;
  benefit: string | null;
  /** vCalcReeRepRes: what is passed on to third parties, which is in no base; absent on older services, and where nothing is. */
  reimbursed?: string;
  /** vBC, pAliqAplic and vISSQN; null without ISSQN. The rate is null, too, while only the municipality knows it, and the tax with it. */
  issBase: string | null;
  issRate: string | null;
  iss: string | null;
  /** `iss` where taker or intermediary withholds it. */
  issWithheld: string | null;
  /** vBCPisCofins, vPis and vCofins: of the issuer's own account. */
  pisCofinsBase: string | null;
  pis: string | null;
  cofins: string | null;
  /** What the payer withholds of both, at rates of its own. */
  pisWithheld: string | null;
  cofinsWithheld: string | null;
  /** vRetCP and vRetIRRF. */
  inss: string | null;
  irrf: string | null;
  /** vRetCSLL: CSLL with what is withheld of PIS and COFINS, one sum (NT SE/CGNFS-e 007/2026). */
  csll: string | null;
  /** vTotalRet. */
  withheld: string | null;
  /** vLiq. */
  net: string;
  /** Null where there is none, and always before the authority's answer. */
  ibsCbs: ServiceIbsCbs | null;
};

/** What the authority computed of a service; what it does not print is absent. */
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
