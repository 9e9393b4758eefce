import { LockMode } from '@mikro-orm/core';
import { type EntityManager, inCompany } from '../../config/orm.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import { normalizeClient } from '../../domain/clients/normalize.ts';
import { recordOf } from '../../domain/clients/record.ts';
import { DomainError } from '../../domain/errors.ts';
import { listView, pageOf } from '../lists/page.ts';
import { callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { orConflict } from '../requests/conflict.ts';
import { existing } from '../requests/existing.ts';
import { clientView } from '../views/client.ts';
import { findClients } from '../../operations/lists/clients.ts';

type ClientOperations = Extract<keyof Handlers, `${string}Client` | 'listClients'>;

export function clientHandlers({ orm }: ApiParts): Pick<Handlers, ClientOperations> {
  return {
    listClients: async (req, res) => {
      const page = pageOf(req.query);
      const { clients, total } = await inCompany(orm, callerOf(res).companyId, (em) =>
        findClients(em, req.query, page),
      );
      res.json(listView(clients.map(clientView), total, page));
    },

    createClient: async (req, res) => {
      const { companyId: company } = callerOf(res);
      const { isActive, ...input } = req.body;
      const record = recordOf(normalizeClient(input, ''));
      const client = await orConflict(conflicts, () =>
        inCompany(orm, company, async (em) => em.create(Client, { company, ...record, isActive: isActive ?? true })),
      );
      res.status(201).json(clientView(client));
    },

    getClient: async (req, res) => {
      const client = await inCompany(orm, callerOf(res).companyId, (em) => findClient(em, req.params.id));
      res.json(clientView(client));
    },

    updateClient: async (req, res) => {
      const client = await orConflict(conflicts, () =>
        inCompany(orm, callerOf(res).companyId, async (em) => {
          const found = await findClient(em, req.params.id, LockMode.PESSIMISTIC_WRITE);
          found.change(req.body);
          return found;
        }),
      );
      res.json(clientView(client));
    },

    deleteClient: async (req, res) => {
      const { id } = req.params;
      await orConflict(conflicts, () =>
        inCompany(orm, callerOf(res).companyId, (em) =>
          existing('Cliente', id, async () => (await em.nativeDelete(Client, { id })) || null),
        ),
      );
      res.json({ success: true });
    },
  };
}

function findClient(em: EntityManager, id: string, lockMode?: LockMode): Promise<Client> {
  return existing('Cliente', id, () => em.findOne(Client, { id }, lockMode ? { lockMode } : {}));
}

const conflicts = {
  client_company_document_unique: () => {
    const message = 'Já existe um cliente com este documento: altere o que existe, ou confira o número.';
    return new DomainError('duplicate_document', message, { issues: [{ path: 'document', message }] });
  },
  document_client_id_foreign: () => {
    const message = 'O cliente tem documentos e não pode ser removido. Para não usá-lo mais, envie isActive: false.';
    return new DomainError('client_in_use', message);
  },
};
