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

/** What a scene plays with: the API as ERPs call it, a receiver of webhooks, and how it tells and keeps what it did. */
export type Stage = {
  /** Of the demo company, which sells. */
  client: ReturnType<typeof erp>;
  /** Of the company that buys from it. */
  buyer: ReturnType<typeof buyerErp>;
  /** Where the API answers. */
  api: string;
  /** The simulated authority's control API. */
  control: string;
  /** The folder of the mails that were sent. */
  mail: string;
  /** The database by its owner's login, for what an operator does. */
  database: string;
  receiver: WebhookReceiver;
  /** Tells what was done, with the time that it took. */
  step: (what: string) => void;
  /** Tells how a wait goes on, until the next step. */
  progress: (what: string) => void;
  keep: (name: string, content: Buffer | string) => Promise<void>;
};

/** The same for the scene that is looked at in the panel. */
export type PanelStage = Stage & {
  /** Where people reach the panel. */
  panel: string;
  /** The key of the demo's office, as `npm start` gives it out. */
  officeKey: string;
  /** Makes a company with its certificate at the simulated authority, where it is missing. */
  openCompany: (form: CompanyInput) => Promise<Company>;
};

/** Has the receiver hear the demo company while a scene is played; the scene is told the endpoint's secret. */
export function heard(scene: (stage: Stage, secret: string) => Promise<void>): (stage: Stage) => Promise<void> {
  return async (stage) => {
    const { client, receiver, step } = stage;
    const { id, secret } = await client.registerWebhook(receiver.url);
    step('webhook registrado, com o ping assinado respondido');
    await scene(stage, secret);
    await client.removeWebhook(id);
  };
}

/** What the operator of an installation does by the `lavra` command. */
export type DemoOperator = {
  /** `lavra office create` and `lavra key create --office`: an office of its own, which no company knows, with a key of every scope. */
  openOffice(name: string, email: string): Promise<{ id: string; key: string }>;
  /** `lavra company set --contingency-nfce AUTOMATIC` */
  letIssueOffline(taxId: string): Promise<void>;
  /** `lavra link end`, for whatever office a company is linked to. */
  endLinks(taxId: string): Promise<void>;
};

/** Plays a part that takes an operator. @param database its URL by the owner's login */
export function withOperator(database: string, play: (operator: DemoOperator) => Promise<void>): Promise<void> {
  return withDatabase(database, (orm) => play(operatorOf(orm)));
}

/** Plays a part that takes the database itself. */
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

async function endLinks(orm: Orm, taxId: string): Promise<void> {
  const { id: company } = await findCompany(acrossCompanies(orm), taxId);
  const links = await acrossCompanies(orm).find(OfficeLink, { company, status: ['PENDING', 'ACTIVE'] });
  for (const { office: officeId } of links) await endLink(orm, { companyId: company, officeId });
}

function someCnpj(): string {
  const base = `${randomInt(10_000_000, 100_000_000)}0001`;
  const first = `${base}${modulus11(base)}`;
  return `${first}${modulus11(first)}`;
}
