import { z } from 'zod';
import { certificateOrder, issueA1 } from '../certificates/a1.ts';
import type { CertificateAuthority } from '../certificates/authority.ts';
import { accessKey } from '../register/access-key.ts';
import type { NoteRecord } from '../register/records.ts';
import type { Register } from '../register/register.ts';
import type { Room } from '../transport/conversation.ts';
import { scenario } from './scenario.ts';

/** What a handler gets of a request; `parameter` is the last part of the path where it is variable. */
type Asked = { parameter: string; query: URLSearchParams; body: unknown };

/** One operation. Undefined is answered 404, text as PEM, anything else as JSON. */
export type ControlRoute = { method: string; path: URLPattern; handle(asked: Asked): unknown };

const clockBody = z.strictObject({ now: z.iso.datetime({ offset: true }) });

/** The operations of the control API over one simulator. */
export function controlRoutes(
  room: Room,
  authority: CertificateAuthority,
  scenarioChanged: () => Promise<void>,
): ControlRoute[] {
  return [
    { method: 'GET', path: at('/health'), handle: () => ({ status: 'ok', now: room.clock.now().toISOString() }) },
    { method: 'GET', path: at('/ca.pem'), handle: () => authority.bundle },
    { method: 'POST', path: at('/certificates'), handle: ({ body }) => certificate(authority, body) },
    ...scenarioRoutes(room, scenarioChanged),
    ...clockRoutes(room),
    ...documentRoutes(room.office.register),
    ...exchangeRoutes(room),
  ];
}

async function certificate(authority: CertificateAuthority, body: unknown): Promise<object> {
  const { pfx, taxId, notAfter } = await issueA1(authority, certificateOrder.parse(body));
  return { pfx: pfx.toString('base64'), taxId, notAfter };
}

function scenarioRoutes({ office: { scenarios } }: Room, changed: () => Promise<void>): ControlRoute[] {
  const path = at('/scenario');
  const set = async (rules: Parameters<typeof scenarios.set>[0]): Promise<object> => {
    scenarios.set(rules);
    await changed();
    return scenarios.current();
  };
  return [
    { method: 'GET', path, handle: () => scenarios.current() },
    { method: 'PUT', path, handle: ({ body }) => set(scenario.parse(body)) },
    { method: 'DELETE', path, handle: () => set([]) },
  ];
}

function clockRoutes({ clock }: Room): ControlRoute[] {
  const path = at('/clock');
  const now = (): object => ({ now: clock.now().toISOString() });
  return [
    { method: 'GET', path, handle: now },
    {
      method: 'PUT',
      path,
      handle({ body }) {
        clock.set(new Date(clockBody.parse(body).now));
        return now();
      },
    },
    {
      method: 'DELETE',
      path,
      handle() {
        clock.reset();
        return now();
      },
    },
  ];
}

function documentRoutes(register: Register): ControlRoute[] {
  const detail = async (note: NoteRecord): Promise<object> => ({
    ...note,
    events: register.events(note.environment, note.chNFe),
    xml: await register.xmlOf(note),
  });
  return [
    {
      method: 'GET',
      path: at('/documents/:id'),
      handle({ parameter }) {
        const note = register.note(2, parameter) ?? register.note(1, parameter);
        return note && detail(note);
      },
    },
    {
      method: 'GET',
      path: at('/documents'),
      handle: ({ query }) => register.notes().filter(({ chNFe }) => matches(chNFe, query)),
    },
  ];
}

function exchangeRoutes({ exchanges, office: { insistence } }: Room): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: at('/exchanges'),
      handle: ({ query }) =>
        exchanges.about({ chNFe: query.get('chNFe') ?? undefined, service: query.get('service') ?? undefined }),
    },
    {
      method: 'DELETE',
      path: at('/exchanges'),
      handle() {
        exchanges.clear();
        return [];
      },
    },
    {
      method: 'DELETE',
      path: at('/insistence'),
      handle() {
        insistence.clear();
        return {};
      },
    },
  ];
}

function matches(chNFe: string, query: URLSearchParams): boolean {
  const key = accessKey(chNFe);
  const wanted = (name: string, value: string | undefined): boolean => {
    const asked = query.get(name);
    return asked === null || asked === value;
  };
  const issuer = key?.issuer.startsWith('000') ? key.issuer.slice(3) : key?.issuer;
  return (
    (wanted('cnpj', key?.issuer) || wanted('cnpj', issuer)) &&
    wanted('mod', key?.model) &&
    wanted('serie', key && String(key.series)) &&
    wanted('nNF', key && String(key.number))
  );
}

function at(pathname: string): URLPattern {
  return new URLPattern({ pathname });
}
