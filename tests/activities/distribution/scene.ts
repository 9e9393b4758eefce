import { createPrivateKey, randomBytes } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { distributionActivities, type DistributionOutlook } from '../../../activities/distribution/index.ts';
import type { SigningIdentity } from '../../../activities/identities.ts';
import type { Parts } from '../../../activities/parts.ts';
import { createWire } from '../../../adapters/mutual-tls/wire.ts';
import { readEnv } from '../../../config/env.ts';
import type { Orm } from '../../../config/orm.ts';
import { Certificate } from '../../../domain/companies/certificate.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Distribution } from '../../../domain/received/distribution.entity.ts';
import type { DistributionSource } from '../../../domain/received/kinds.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { addMissingRows } from '../../../operations/distribution/distribution-rows.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { createParts } from '../../../worker/parts.ts';
import { collectingLogger } from '../../support/checks/collecting-logger.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { ownPorts } from '../../support/servers/own-ports.ts';
import { byLogin, patientOrm, schemas, testDatabase } from '../../support/servers/parts.ts';
import { anybody, type Distributor, openDistributor } from './distributor.ts';

/** Visits to a strict distributor over TLS, with a real database by the worker's login, at a time that the test sets. */
export type Scene = {
  databaseUrl: string;
  orm: Orm;
  parts: Parts;
  distributor: Distributor;
  /** Makes another company with a certificate, and its two rows, due now. */
  openCompany(options?: { taxId?: string; withoutCertificate?: boolean }): Promise<Company>;
  row(company: Company, source: DistributionSource): Promise<Distribution>;
  visit(row: Pick<Distribution, 'id'>): Promise<DistributionOutlook>;
  calls(company: Company): Promise<AuthorityCall[]>;
  /** NSUs of the stored files, ascending. */
  files(company: Company, source: DistributionSource): Promise<number[]>;
  /** Advances the time of visits and distributor. */
  pass(minutes: number): void;
  close(): Promise<void>;
};

export async function openScene(): Promise<Scene> {
  const [url, distributor] = await Promise.all([testDatabase(), openDistributor()]);
  const env = readEnv({
    LAVRA_MASTER_KEY: randomBytes(32).toString('base64'),
    LAVRA_SCHEMAS: schemas,
    LAVRA_LOG_LEVEL: 'error',
  });
  const [orm, own] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'worker'))]);
  let passedMs = 0;
  const now = (): Date => new Date(Date.now() + passedMs);
  distributor.now = () => now().getTime();
  const address = { host: '127.0.0.1', port: distributor.port };
  const limits = { timeoutMs: 30_000, maxAnswerBytes: 4_000_000 };
  const wire = createWire({ caBundle: distributor.caPem, address, ...limits });
  const parts: Parts = { ...createParts(env, own, collectingLogger([])), wire, now };
  const notAfter = new Date(Date.now() + 365 * 86_400_000);
  const key = createPrivateKey(anybody.privateKeyPem);
  const identity: SigningIdentity = {
    tls: { ...anybody, chainPem: '' },
    signer: { key, certificateBase64: '' },
    notAfter,
  };
  parts.identities = { byId: async () => identity, of: async () => identity };
  let companies = 10_000_000;

  const em = () => acrossCompanies(orm);
  return {
    databaseUrl: url,
    orm,
    parts,
    distributor,
    async openCompany({ taxId = cnpjOf((companies += 1)), withoutCertificate = false } = {}) {
      const company = await createCompany(acrossCompanies(orm), { ...demoCompany, taxId });
      const tx = em();
      if (!withoutCertificate) tx.create(Certificate, { ...certificate, company: company.id, taxId, notAfter });
      await tx.flush();
      await addMissingRows(em(), { companyId: company.id, now: now(), waitSeconds: 0 });
      return company;
    },
    row: (company, source) => em().findOneOrFail(Distribution, { company: company.id, source }),
    visit: ({ id }) =>
      new MockActivityEnvironment().run((row: string) => distributionActivities(parts).distribute(row), id),
    calls: (company) =>
      em().find(AuthorityCall, { company: company.id }, { orderBy: { id: 'asc' }, populate: ['answer'] }),
    async files({ id }, source) {
      const rows = await em().execute<{ nsu: string }[]>(
        'select nsu from received_file where company_id = ? and source = ? order by nsu',
        [id, source],
      );
      return rows.map(({ nsu }) => Number(nsu));
    },
    pass: (minutes) => void (passedMs += minutes * 60_000),
    async close() {
      await Promise.all([wire.close(), parts.deliverer.close(), distributor.close(), orm.close(), own.close()]);
    },
  };
}

/** Runs `work` while the distributor cannot be reached. */
export async function withoutDistributor<Result>(scene: Scene, work: () => Promise<Result>): Promise<Result> {
  const [port = 0] = await ownPorts(1);
  const { parts } = scene;
  const { wire } = parts;
  const limits = { timeoutMs: 5_000, maxAnswerBytes: 1_000 };
  parts.wire = createWire({ caBundle: scene.distributor.caPem, address: { host: '127.0.0.1', port }, ...limits });
  try {
    return await work();
  } finally {
    await parts.wire.close();
    parts.wire = wire;
  }
}

const certificate = {
  subject: 'CN=teste',
  issuer: 'CN=teste',
  serialNumber: '1',
  fingerprint: '0'.repeat(64),
  notBefore: new Date(0),
  sealed: { v: 1, iv: '', tag: '', data: '' } as never,
};
