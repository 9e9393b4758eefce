import { randomInt } from 'node:crypto';
import { createOrm, type Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../domain/companies/settings-schema.ts';
import { officeScopes } from '../../domain/access/scopes.ts';
import { modulus11 } from '../../domain/modulus-11.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { endLink } from '../../operations/offices/change-link.ts';
import { createKey, createOffice, findCompany, setCompany } from '../../operations/provisioning.ts';
import type { buyerErp } from './buyer-erp.ts';
import type { erp } from './erp.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** What a scene works with: the API as ERPs call it, a receiver of webhooks, and functions that print and keep what it did. */
export type Stage = {
  /** The ERP of the demo company, which sells. */
  client: ReturnType<typeof erp>;
  /** The ERP of the company that buys from it. */
  buyer: ReturnType<typeof buyerErp>;
  /** Address of the API. */
  api: string;
  /** Address of the simulated authority's control API. */
  control: string;
  /** The folder with the mails that were sent. */
  mail: string;
  /** URL of the database with its owner's login, for what an operator does. */
  database: string;
  receiver: WebhookReceiver;
  /** Prints what was done, with the time that it took. */
  step: (what: string) => void;
  /** Prints how a wait is going, until the next step. */
  progress: (what: string) => void;
  keep: (name: string, content: Buffer | string) => Promise<void>;
};

/** A `Stage` with what the scene of the panel needs besides. */
export type PanelStage = Stage & {
  /** Address of the panel. */
  panel: string;
  /** The key of the demo's office, as `npm start` prints it. */
  officeKey: string;
  /** Creates a company with its certificate at the simulated authority, if it is missing. */
  openCompany: (form: CompanyInput) => Promise<Company>;
};

/** Registers the receiver as a webhook of the demo company while a scene is played, and passes the endpoint's secret to the scene. */
export function withWebhook(scene: (stage: Stage, secret: string) => Promise<void>): (stage: Stage) => Promise<void> {
  return async (stage) => {
    const { client, receiver, step } = stage;
    const { id, secret } = await client.registerWebhook(receiver.url);
    step('webhook registrado, com o ping assinado respondido');
    await scene(stage, secret);
    await client.removeWebhook(id);
  };
}

/** What an operator of an installation does with the `lavra` command. */
export type DemoOperator = {
  /** `lavra office create` and `lavra key create --office`: creates an office that is linked to no company, with a key of every scope. */
  openOffice(name: string, email: string): Promise<{ id: string; key: string }>;
  /** `lavra company set --contingency-nfce AUTOMATIC` */
  letIssueOffline(taxId: string): Promise<void>;
  /** `lavra link end`: ends a company's link, whatever office it is with. */
  endLinks(taxId: string): Promise<void>;
};

/** Runs a part of a scene that needs an operator. @param database its URL with the owner's login */
export function withOperator(database: string, play: (operator: DemoOperator) => Promise<void>): Promise<void> {
  return withDatabase(database, (orm) => play(operatorOf(orm)));
}

/** Runs a part of a scene that needs the database itself. */
export async function withDatabase(database: string, play: (orm: Orm) => Promise<void>): Promise<void> {
  const orm = await createOrm(database);
  try {
    await play(orm);
  } finally {
    await orm.close();
  }
}

function operatorOf(orm: Orm): DemoOperator {
  return {
    async openOffice(name, email) {
      const office = await createOffice(orm, { taxId: someCnpj(), name, email });
      const { secret } = await createKey(acrossCompanies(orm), { office, name: 'Demonstração', scopes: officeScopes });
      return { id: office.id, key: secret };
    },
    async letIssueOffline(taxId) {
      await setCompany(acrossCompanies(orm), taxId, { contingency: { nfce: 'AUTOMATIC' } });
    },
    endLinks: (taxId) => endLinks(orm, taxId),
  };
}

/** Ends a company's link, whatever office it is with. */
export async function endLinks(orm: Orm, taxId: string): Promise<void> {
  const { id: company } = await findCompany(acrossCompanies(orm), taxId);
  const links = await acrossCompanies(orm).find(OfficeLink, { company, status: ['PENDING', 'ACTIVE'] });
  for (const { office: officeId } of links) await endLink(orm, { companyId: company, officeId });
}

function someCnpj(): string {
  const base = `${randomInt(10_000_000, 100_000_000)}0001`;
  const first = `${base}${modulus11(base)}`;
  return `${first}${modulus11(first)}`;
}
