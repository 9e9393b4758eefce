import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@temporalio/client';
import type { Router } from 'express';
import type { Blobs } from '../../adapters/blobs/blobs.ts';
import { createRenderer } from '../../adapters/rendering/renderer.ts';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createWire, type Wire } from '../../adapters/mutual-tls/wire.ts';
import { createDeliverer } from '../../adapters/outbound/deliver.ts';
import { readEnv } from '../../config/env.ts';
import { createLogger } from '../../config/logger.ts';
import { migrationNames, type Orm } from '../../config/orm.ts';
import type { CompanyRole } from '../../domain/accounts/roles.ts';
import type { SecondFactorDuty } from '../../domain/accounts/second-factor-duty.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { type MasterKey, masterKey } from '../../domain/seal.ts';
import { lawTables } from '../../domain/taxation/law-tables.ts';
import { routerOf } from '../../http/contract/contract-router.ts';
import { listen } from '../../http/listen.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { passwordHashOf } from '../../operations/accounts/passwords.ts';
import { createPerson, type PersonPlace } from '../../operations/accounts/people.ts';
import { keepPassword } from '../../operations/accounts/sign-in.ts';
import { adminContract } from '../../openapi/admin-contract.ts';
import { examine, type ExaminedInstallation } from '../../operations/doctor/examine.ts';
import type { ReadOverAll } from '../../operations/doctor/finding.ts';
import { readinessOf } from '../../operations/doctor/readiness.ts';
import { createPanel } from '../../panel/app.ts';
import type { PanelParts } from '../../panel/panel-parts.ts';
import { temporalExamination } from '../../temporal/examination.ts';
import { guardStarts } from '../../temporal/breaker.ts';
import { uncompressed } from '../api/call.ts';
import { temporalAway } from '../api/own-api.ts';
import { collectingLogger } from '../support/checks/collecting-logger.ts';
import { ownPorts } from '../support/servers/own-ports.ts';
import { byLogin, patientOrm, testDatabase } from '../support/servers/parts.ts';

/** The origin that the panel of a test has, from which forms must come. */
export const panelUrl = 'https://painel.example.com';

export type Visit = { status: number; text: string; location: string | null; cookie: string | null; headers: Headers };

/** A person's browser: it keeps the panel's cookies, and sends forms as a page of the panel does. */
export type Browser = {
  get(path: string): Promise<Visit>;
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Visit>;
  /** Sends a form with files, by the names of its fields. */
  upload(path: string, fields: Record<string, string | Blob>): Promise<Visit>;
  cookie: string | null;
};

type PanelOptions = {
  /** Whether it is served as on a laptop: to real browsers, without TLS. */
  isLocal?: boolean;
  /** Of `testTemporal`; without it Temporal is away. */
  temporal?: Client;
  /** Who owes a second factor; by default nobody, so that most tests need none. */
  secondFactor?: SecondFactorDuty;
  /** Whether a worker would send mails. */
  sendsMail?: boolean;
  /** Roots that the chain of a certificate may end in. */
  trust?: string[];
  /** Whether answers of the admin API are checked against its contract. */
  isAdministered?: boolean;
  /** The schemas of a rehearsal. */
  packs?: PanelParts['law']['packs'];
  /** The address of Temporal's UI for a run. */
  runAddress?: PanelParts['runAddress'];
  /** Steers the simulated authority; without it there is none. */
  simulator?: PanelParts['simulator'];
  keepsCalls?: boolean;
  /** The organization's sign-in; `passwords` says whether there are passwords besides. */
  provider?: PanelParts['provider'];
  passwords?: PanelParts['passwords'];
  /** Origins of systems whose portal links lead back to them. */
  portalOrigins?: string[];
  /** Lines of its log, where a test reads them. */
  logs?: Record<string, unknown>[];
  /** The database and other parts of an installation that runs beside it; without it the panel has a database of its own. */
  beside?: { databaseUrl: string; masterKey: MasterKey; wire: Wire; blobs?: Blobs };
};

let checking: Router | undefined;

/** The contract of the admin API that also checks answers, compiled once for all panels of this process. */
const checkingContract = (): Router => (checking ??= routerOf(adminContract, { validateResponses: true }));

/** Starts the panel on a database of its own, by its own login. */
export async function startPanel(options: PanelOptions = {}) {
  const { isLocal = false, temporal, trust = [], sendsMail = true, secondFactor = 'nobody', beside } = options;
  const database = beside?.databaseUrl ?? (await testDatabase());
  const [port = 0] = isLocal ? await ownPorts(1) : [];
  const [orm, own] = await Promise.all([patientOrm(database), patientOrm(byLogin(database, 'panel'))]);
  const { path, args } = await chromiumExecutable();
  const renderer = createRenderer({ executablePath: path, args });
  const deliverer = createDeliverer({ allowLocal: true, timeoutMs: 30_000 });
  const sealing = beside?.masterKey ?? masterKey(Buffer.alloc(32, 7));
  const rates = lawTables({});
  const wire = beside?.wire ?? createWire({ timeoutMs: 1_000, maxAnswerBytes: 1_000 });
  const folder = await mkdtemp(join(tmpdir(), 'lavra-zips-'));
  const blobs = beside?.blobs ?? openBlobs(pathToFileURL(folder).href);
  const stopping = new AbortController();
  const client = temporal ?? temporalAway();
  // As in the real process: while Temporal is away, a repeated request does not wait again.
  guardStarts(client, { signal: stopping.signal });
  const logger = options.logs
    ? collectingLogger(options.logs)
    : createLogger({ level: 'error', format: 'json' }, 'panel');
  const parts: PanelParts = {
    ...{ orm: own, blobs, renderer, logger, version: '0.0.0-test', deliverer, trust },
    temporal: client,
    masterKey: sealing,
    examine: (company) => readinessOf({ orm: own, masterKey: sealing, wire, rates }, company),
    examineInstallation: (look, told) => examine(examined(look), { company: null }, told),
    guard: { allowLocal: true },
    patienceMs: 120_000,
    sendsMail,
    secondFactor,
    rates,
    law: { given: {}, packs: options.packs ?? [] },
    url: isLocal ? `http://localhost:${port}` : panelUrl,
    runAddress: options.runAddress,
    simulator: options.simulator,
    keepsCalls: options.keepsCalls ?? true,
    portalOrigins: options.portalOrigins ?? [],
    provider: options.provider ?? null,
    passwords: options.passwords ?? 'everybody',
    apiUrl: 'https://api.example.com',
    stopping: stopping.signal,
    cut: new AbortController().signal,
  };
  const examinedSettings = {
    ...{ PUPPETEER_EXECUTABLE_PATH: path, DATABASE_URL: database },
    LAVRA_BLOBS: pathToFileURL(tmpdir()).href,
  };
  const examined = (look: ReadOverAll): ExaminedInstallation => ({
    ...{ env: () => readEnv(examinedSettings), orm: async () => own, look },
    ...{ logins: () => ({ panel: byLogin(database, 'panel') }), openDatabase: (url) => patientOrm(url) },
    ...{ migrations: migrationNames, temporal: async () => temporalExamination(client), masterKey: () => sealing },
    ...{ identities: () => ({ of: async () => null }), authority: () => ({}), rates: () => rates },
    ...{ schemaPacks: () => options.packs ?? [], findChromium: chromiumExecutable },
  });
  const checked = options.isAdministered ? { adminContract: checkingContract() } : {};
  const app = createPanel(parts, checked);
  const server: Server = await listen(app, { host: '127.0.0.1', port, setting: 'LAVRA_PANEL_PORT' });
  const url = `http://${isLocal ? 'localhost' : '127.0.0.1'}:${(server.address() as AddressInfo).port}`;
  const reached = { url, orm, own, cookie: isLocal ? 'lavra' : '__Host-lavra' };
  return {
    ...{ url, database, orm, own, blobs, app },
    browser: () => browserOf(url),
    /** Makes a person of a company who has a password and is signed in. */
    person: (companyId: string, role: CompanyRole = 'COMPANY_ADMIN') => signedUp(reached, { companyId, role }),
    /** Makes such a person of an office, or an operator of the installation. */
    member: (place: PersonPlace) => signedUp(reached, place),
    /** Cuts every connection, as a network does. */
    cut: () => server.closeAllConnections(),
    stop: () => stopping.abort(),
    async close() {
      stopping.abort();
      const closed = once(server, 'close');
      server.close();
      // Repeatedly: a connection that a browser opens just now would otherwise be waited for.
      const cutting = setInterval(() => server.closeAllConnections(), 100);
      server.closeAllConnections();
      await closed;
      clearInterval(cutting);
      const closing = [renderer.close(), deliverer.close(), orm.close(), own.close()];
      await Promise.all(beside ? closing : [...closing, wire.close()]);
      if (!beside?.blobs) blobs.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const password = 'cavalo bateria grampo';
let people = 0;

/** A panel as its people reach it, with the name of the session's cookie. */
type Reached = { url: string; orm: Orm; own: Orm; cookie: string };

/** Hashed once for the people of all files of a process: hashing takes a tenth of a second of a core, and checking a password's strength some more. */
let passwordHash: Promise<string> | undefined;
const at = { network: '127.0.0.0/24', agent: 'node' };

async function signedUp({ url, orm, own, cookie }: Reached, place: PersonPlace) {
  const email = `pessoa${(people += 1)}@example.com`;
  const { person, token } = await createPerson(orm, { email, name: 'Ana Ribeiro', ...place }, lavraItself);
  const browser = browserOf(url);
  const { secret } = await keepPassword(own, token!, await (passwordHash ??= passwordHashOf(password)), at);
  browser.cookie = `${cookie}=${secret}`;
  return { ...browser, browser, email, id: person.id };
}

export function browserOf(url: string): Browser {
  const browser: Browser = {
    cookie: null,
    get: (path) => visit(path, {}),
    post: (path, fields = {}, headers = {}) =>
      visit(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      }),
    upload: (path, fields) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return visit(path, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin' } });
    },
  };
  async function visit(path: string, { headers = {}, ...init }: RequestInit): Promise<Visit> {
    const cookies = browser.cookie === null ? {} : { cookie: browser.cookie };
    const answer = await fetch(`${url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...uncompressed, ...(headers as Record<string, string>), ...cookies },
    });
    const set = answer.headers.getSetCookie();
    browser.cookie = keptCookies(browser.cookie, set);
    return {
      status: answer.status,
      text: await answer.text(),
      location: answer.headers.get('location'),
      cookie: set[0] ?? null,
      headers: answer.headers,
    };
  }
  return browser;
}

/** A browser's cookies after an answer that set or removed some. */
function keptCookies(before: string | null, set: string[]): string | null {
  const jar = new Map((before?.split('; ') ?? []).map((pair) => [pair.split('=')[0], pair]));
  for (const [pair = ''] of set.map((each) => each.split(';'))) {
    const [name] = pair.split('=');
    if (pair.endsWith('=')) jar.delete(name);
    else jar.set(name, pair);
  }
  return jar.size === 0 ? null : [...jar.values()].join('; ');
}
