import type { Response } from 'express';
import type { EntityManager } from '../../../config/orm.ts';
import type { ApiKey } from '../../../domain/access/api-key.entity.ts';
import type { Actor } from '../../../domain/audit/actor.ts';
import { administering, inPortfolio } from '../../../operations/in-company.ts';
import { createKey } from '../../../operations/provisioning.ts';
import type { PanelParts } from '../../panel-parts.ts';
import {
  companyKeyScopes,
  companyScopesIn,
  type KeyScopes,
  officeKeyScopes,
  officeScopesIn,
} from '../../parts/scope-words.ts';
import type { PageName } from '../../rights.ts';
import { actingForOffice, actingOn } from '../../session.ts';

/** The form of a new key, apart from its scopes. */
export type NewKey = { id: string; name: string; expiresAt: Date | null };

/** Who acts, and how she reaches the owner's keys. */
export type KeysOwner = {
  /** `/e/{cnpj}` or `/c/{cnpj}`. */
  base: string;
  actor: Actor;
  /** The owner, in the query of the keys. */
  whose: { company: string } | { office: string };
  transact: <Result>(work: (em: EntityManager) => Promise<Result>) => Promise<Result>;
  create: (em: EntityManager, input: NewKey, form: URLSearchParams) => Promise<{ key: ApiKey; secret: string }>;
};

/** The words of the pages about keys, for one kind of owner. */
export type KeyWords = {
  scopes: KeyScopes;
  /** What a key is for. */
  about: string;
  /** The text above the scopes of a new key. */
  always: string;
  /** The first call to try a key with, and what its answer shows. */
  firstCall: { path: string; shows: string };
};

/** The key pages of one kind of owner: their paths, their rows in the table of rights, the owner, and the words. */
export type KeysPlace = {
  path: string;
  pages: Record<'list' | 'new' | 'create' | 'revocation' | 'revoke', PageName>;
  words: KeyWords;
  ownerOf: (res: Response, parts: Pick<PanelParts, 'orm'>) => KeysOwner;
};

export const companyKeyWords: KeyWords = {
  scopes: companyKeyScopes,
  about:
    'Com uma chave o seu sistema emite e consulta em nome da empresa. Dê a cada sistema a sua: assim se revoga uma sem parar as outras.',
  always: 'Toda chave consulta as notas emitidas. Marque só o mais que este sistema faz.',
  firstCall: {
    path: '/v1/fiscal-documents?pageSize=1',
    shows: 'Lista as notas emitidas; uma resposta com uma lista, mesmo vazia, diz que a chave funciona.',
  },
};

const officeKeyWords: KeyWords = {
  scopes: officeKeyScopes,
  about:
    'Com uma chave o sistema do escritório alcança toda a carteira, de cada empresa o que o vínculo deixa. Dê a cada sistema a sua: assim se revoga uma sem parar as outras.',
  always: 'Toda chave consulta a carteira. Marque só o mais que este sistema faz.',
  firstCall: {
    path: '/v1/accounting/companies?pageSize=1',
    shows: 'Lista as empresas da carteira; uma resposta com uma lista, mesmo vazia, diz que a chave funciona.',
  },
};

export const keysPlaces: readonly KeysPlace[] = [
  {
    path: '/e/:taxId/chaves',
    pages: { list: 'keys', new: 'newKey', create: 'createKey', revocation: 'keyRevocation', revoke: 'revokeKey' },
    words: companyKeyWords,
    ownerOf: (res, { orm }) => {
      const { company } = actingOn(res);
      const { id, taxId, actor } = company;
      return {
        ...{ base: `/e/${taxId}`, actor, whose: { company: id } },
        transact: (work) => administering(orm, company, work),
        create: (em, input, form) => createKey(em, { company, ...input, scopes: companyScopesIn(form) }, actor),
      };
    },
  },
  {
    path: '/c/:taxId/chaves',
    pages: {
      ...{ list: 'officeKeys', new: 'newOfficeKey', create: 'createOfficeKey' },
      ...{ revocation: 'officeKeyRevocation', revoke: 'revokeOfficeKey' },
    },
    words: officeKeyWords,
    ownerOf: (res, { orm }) => {
      const { office } = actingForOffice(res);
      const { id, taxId, actor } = office;
      return {
        ...{ base: `/c/${taxId}`, actor, whose: { office: id } },
        transact: (work) => inPortfolio(orm, office, work),
        create: (em, input, form) => createKey(em, { office, ...input, scopes: officeScopesIn(form) }, actor),
      };
    },
  },
];
