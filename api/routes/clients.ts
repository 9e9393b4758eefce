import { clientView } from '../../http/views/records.ts';
import { inCompany } from '../../operations/in-company.ts';
import { findClients } from '../../operations/lists/records.ts';
import { changeClient, createClient, findClient, removeClient } from '../../operations/records/clients.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';

type ClientOperations = Extract<keyof Handlers, `${string}Client` | 'listClients'>;

export function clientHandlers({ orm }: ApiParts): Pick<Handlers, ClientOperations> {
  return {
    listClients: async (req, res) => {
      const { clients, total } = await inCompany(orm, companyOf(res).id, (em) =>
        findClients(em, req.query, pageWithDefaults(req.query)),
      );
      res.json(listView(clients.map(clientView), total, pageWithDefaults(req.query)));
    },

    createClient: async (req, res) => {
      res.status(201).json(clientView(await createClient(orm, companyOf(res), req.body)));
    },

    getClient: async (req, res) => {
      const client = await inCompany(orm, companyOf(res).id, (em) => findClient(em, req.params.id));
      res.json(clientView(client));
    },

    updateClient: async (req, res) => {
      res.json(clientView(await changeClient(orm, companyOf(res), req.params.id, req.body)));
    },

    deleteClient: async (req, res) => {
      await removeClient(orm, companyOf(res), req.params.id);
      res.json({ success: true });
    },
  };
}
