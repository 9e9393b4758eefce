import { z } from 'zod';
import { noteXml } from '../distribution/documents.ts';
import { accessKey } from '../identifiers.ts';
import type { CscRecord, CsrtRecord, NoteRecord, Series } from '../register/records.ts';
import type { Register } from '../register/register.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { type ControlRoute, environment, pattern, taxId } from './route.ts';

/** The routes about what is registered: notes, their events, and numbers that were inutilized. */
export function documentRoutes(authority: TaxAuthority): ControlRoute[] {
  const { register } = authority;
  const noteOf = (chNFe: string): NoteRecord | undefined => register.note(2, chNFe) ?? register.note(1, chNFe);
  const eventsOf = ({ environment, chNFe }: NoteRecord): object => register.events(environment, chNFe);
  const detail = async (note: NoteRecord): Promise<object> => ({
    ...note,
    events: eventsOf(note),
    xml: await noteXml(note, authority),
  });
  return [
    {
      method: 'GET',
      path: pattern('/documents/:id'),
      handle({ parameter }) {
        const note = noteOf(parameter);
        return note && detail(note);
      },
    },
    {
      method: 'GET',
      path: pattern('/documents/:id/events'),
      handle({ parameter }) {
        const note = noteOf(parameter);
        return note && eventsOf(note);
      },
    },
    {
      method: 'GET',
      path: pattern('/documents'),
      handle: ({ query }) =>
        register.notes().filter(({ chNFe }) => {
          const key = accessKey(chNFe);
          return key !== undefined && isOf(key, query) && matches(query, 'nNF', String(key.number));
        }),
    },
    {
      method: 'GET',
      path: pattern('/inutilizations'),
      handle: ({ query }) => register.allVoided().filter(({ series }) => isOf(series, query)),
    },
  ];
}

function isOf({ issuer, model, series }: Series, query: URLSearchParams): boolean {
  const person = issuer.startsWith('000') ? issuer.slice(3) : issuer;
  return (
    (matches(query, 'cnpj', issuer) || matches(query, 'cnpj', person)) &&
    matches(query, 'mod', model) &&
    matches(query, 'serie', String(series))
  );
}

function matches(query: URLSearchParams, name: string, value: string): boolean {
  const search = query.get(name);
  return search === null || search === value;
}

const revokedAt = z.iso.datetime({ offset: true }).optional();
const cscOrder = z.strictObject({
  environment,
  /** CNPJ or CPF of the issuer. */
  taxId: z.string().regex(/^(?:[0-9A-Z]{12}\d{2}|\d{11})$/),
  /** Identification of the code (idCSC), with or without leading zeros. */
  id: z.coerce.number().int().min(1).max(999_999),
  token: z.string().min(1).max(36),
  /** When the company revoked it. */
  revokedAt,
});
const csrtOrder = z.strictObject({
  environment,
  /** CNPJ of the company that makes the program. */
  taxId: z.string().regex(/^[0-9A-Z]{12}\d{2}$/),
  /** Identification of the code (idCSRT), with or without leading zeros. */
  id: z.coerce.number().int().min(1).max(99),
  token: z.string().min(1).max(36),
  /** When the state revoked it. */
  revokedAt,
});

/** The routes about security codes that states give out: to companies, to sign QR codes of version 2 (CSC), and to makers of programs (CSRT). */
export function securityCodeRoutes(register: Register): ControlRoute[] {
  const put = async <Code extends CscRecord | CsrtRecord>(record: Code): Promise<Code> => {
    register.add(record);
    await register.settled();
    return record;
  };
  return [
    { method: 'GET', path: pattern('/csc'), handle: () => register.allCsc() },
    {
      method: 'PUT',
      path: pattern('/csc'),
      handle({ body }) {
        const { taxId: issuer, ...csc } = cscOrder.parse(body);
        return put({ kind: 'csc', ...csc, issuer: issuer.padStart(14, '0') });
      },
    },
    { method: 'GET', path: pattern('/csrt'), handle: () => register.allCsrt() },
    {
      method: 'PUT',
      path: pattern('/csrt'),
      handle({ body }) {
        const { taxId: responsible, ...csrt } = csrtOrder.parse(body);
        return put({ kind: 'csrt', ...csrt, responsible });
      },
    },
  ];
}

const blockOrder = z.strictObject({ blocked: z.boolean() });

/** The routes about EPEC: whether an issuer may send them, and which of them still wait for their notes. */
export function epecRoutes({ epecBlocks, clock }: Pick<TaxAuthority, 'epecBlocks' | 'clock'>): ControlRoute[] {
  const path = pattern('/epec/:id');
  const issuerOf = (parameter: string): string => taxId.parse(parameter).padStart(14, '0');
  const current = (issuer: string): object => ({
    blocked: epecBlocks.isBlocked(issuer, clock.now()),
    pending: epecBlocks
      .pending(issuer)
      .map(({ environment, chNFe, nProt, dhRegEvento }) => ({ environment, chNFe, nProt, dhRegEvento })),
  });
  return [
    { method: 'GET', path, handle: ({ parameter }) => current(issuerOf(parameter)) },
    {
      method: 'PUT',
      path,
      handle({ parameter, body }) {
        const issuer = issuerOf(parameter);
        if (blockOrder.parse(body).blocked) epecBlocks.block(issuer);
        else epecBlocks.release(issuer, clock.now());
        return current(issuer);
      },
    },
  ];
}
