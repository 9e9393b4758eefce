import type { Response } from 'express';
import { v7 as uuid } from 'uuid';
import { readOfficeForm } from '../../../domain/offices/office-form.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { listView, pageWithDefaults } from '../../../http/page.ts';
import { onceFor } from '../../../operations/access/repeatable.ts';
import { operatingOffice, overseeing } from '../../../operations/in-company.ts';
import { addOffice, switchOffice } from '../../../operations/provisioning.ts';
import { findOffices } from '../../../operations/provisioning/find-offices.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { operatorAtOffice, created, operatorOf, repeatableOf } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';

type OfficeOperations = 'listOffices' | 'createOffice' | 'getOffice' | 'suspendOffice' | 'resumeOffice';

/** Accountants' offices: operators create, suspend and reactivate them. */
export function officeHandlers({ orm }: PanelParts): Pick<AdminHandlers, OfficeOperations> {
  async function switched(res: Response, id: string, isSuspended: boolean): Promise<AdminSchema<'Office'>> {
    const { operator, office } = await operatorAtOffice(orm, res, id);
    return officeView(
      await operatingOffice(orm, operator, office.id, (em) => switchOffice(em, office.id, isSuspended, operator.actor)),
    );
  }

  return {
    listOffices: async (req, res) => {
      const page = pageWithDefaults(req.query);
      const found = await overseeing(orm, operatorOf(res), (em) => findOffices(em, req.query, page));
      res.json(listView(found.offices, found.total, page));
    },

    createOffice: async (req, res) => {
      const operator = operatorOf(res);
      const form = readOfficeForm(req.body);
      const id = uuid();
      const outcome = await onceFor(orm, operator, repeatableOf(req), {
        make: (claim) =>
          operatingOffice(orm, operator, id, async (em) => {
            await claim(em, id);
            return officeView(await addOffice(em, form, operator.actor, id));
          }),
        find: async (made) => officeView((await operatorAtOffice(orm, res, made)).office),
      });
      created(res, outcome);
    },

    getOffice: async (req, res) => {
      res.json(officeView((await operatorAtOffice(orm, res, req.params.officeId)).office));
    },

    suspendOffice: async (req, res) => void res.json(await switched(res, req.params.officeId, true)),

    resumeOffice: async (req, res) => void res.json(await switched(res, req.params.officeId, false)),
  };
}

function officeView({ id, taxId, name, email, suspendedAt, createdAt, updatedAt }: Office): AdminSchema<'Office'> {
  return {
    ...{ id, taxId, name, email: email ?? null, isSuspended: Boolean(suspendedAt) },
    suspendedAt: suspendedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
