import { DateTime } from 'luxon';
import { Router } from 'express';
import { v7 as uuid, validate as isUuid } from 'uuid';
import { companyScopes } from '../../../domain/access/scopes.ts';
import { DomainError, type Issue } from '../../../domain/errors.ts';
import { brasiliaZone as zone } from '../../../domain/fiscal-time.ts';
import { administering } from '../../../operations/in-company.ts';
import { createKey, keyUses, listKeys, revokeKey } from '../../../operations/provisioning.ts';
import { ProvisioningRefused } from '../../../operations/provisioning/provisioning-refused.ts';
import { failures } from '../../failures.ts';
import { unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refused } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { boxOf } from '../../parts/scope-words.ts';
import { actingOn, admitted } from '../../session.ts';
import { keyFields, keysHtml, newKeyHtml, revocationHtml, shownKeyHtml } from './view.ts';

const sentences = { revogada: 'A chave foi revogada: quem a usava é recusado desde agora.' };

/** The keys by which a company's systems call: what each may do, a new one, and the end of one. */
export function keysPages({ orm, apiUrl }: PanelParts): Router {
  const router = Router();

  const keysOf = (company: Parameters<typeof administering>[1]) =>
    administering(orm, company, async (em) => ({
      keys: await listKeys(em, { company: company.id }),
      uses: await keyUses(em),
    }));

  router.get('/e/:taxId/chaves', admitted('keys'), async (req, res) => {
    const { person, company } = actingOn(res);
    const base = `/e/${company.taxId}`;
    const told = { person, base, done: doneNotice(req, sentences), now: new Date() };
    res.send(keysHtml({ ...told, ...(await keysOf(company)) }));
  });

  router.get('/e/:taxId/chaves/nova', admitted('newKey'), (_req, res) => {
    const { person, company } = actingOn(res);
    // Its row has this id: a form that is sent twice makes one key.
    res.send(newKeyHtml({ person, base: `/e/${company.taxId}`, id: uuid(), state: unsent(usual) }));
  });

  router.post('/e/:taxId/chaves/nova', admitted('createKey'), async (req, res) => {
    const { person, company } = actingOn(res);
    const base = `/e/${company.taxId}`;
    const form = await readForm(req);
    const asked = form.get('pedido') ?? '';
    const id = isUuid(asked) ? asked : uuid();
    try {
      const input = readKey(form, new Date());
      const made = await administering(orm, company, (em) => createKey(em, { company, id, ...input }, company.actor));
      res.send(shownKeyHtml({ person, base, apiUrl, ...made }));
    } catch (error) {
      if (error instanceof ProvisioningRefused && error.code === 'key_exists') {
        const words = `${error.message} Se você não a guardou, revogue-a e crie outra.`;
        const told = { person, base, fault: words, now: new Date() };
        return void res.status(400).send(keysHtml({ ...told, ...(await keysOf(company)) }));
      }
      res.status(400).send(newKeyHtml({ person, base, id, state: refused(error, form, keyFields) }));
    }
  });

  router
    .route('/e/:taxId/chaves/:id/revogar')
    .get(admitted('keyRevocation'), async (req, res) => {
      const { person, company } = actingOn(res);
      const { keys, uses } = await keysOf(company);
      const key = keys.find(({ id, revokedAt }) => id === req.params.id && !revokedAt);
      if (!key) return failures.unknown(res);
      const usedAt = uses.get(key.id) ?? null;
      res.send(revocationHtml({ person, base: `/e/${company.taxId}`, key, usedAt, now: new Date() }));
    })
    .post(admitted('revokeKey'), async (req, res) => {
      const { company } = actingOn(res);
      try {
        await administering(orm, company, (em) => revokeKey(em, req.params.id, company.actor));
      } catch (error) {
        if (!(error instanceof ProvisioningRefused)) throw error;
        return failures.unknown(res);
      }
      res.redirect(303, doneAt(`/e/${company.taxId}/chaves`, 'revogada'));
    });

  return router;
}

/** What a system that issues needs; whoever makes the key ticks the rest. */
const usual = { [boxOf('documents:write')]: 'sim' };

/** @throws DomainError `validation_error` for a key without a name, or one that has ended */
function readKey(form: URLSearchParams, now: Date) {
  const name = form.get('nome')?.trim() ?? '';
  const day = form.get('validade') ?? '';
  const expiresAt = day === '' ? null : DateTime.fromISO(day, { zone }).plus({ days: 1 });
  const issues: Issue[] = [];
  if (name === '' || name.length > 100)
    issues.push({ path: 'nome', message: 'Diga para que serve, em até 100 letras' });
  if (expiresAt && !expiresAt.isValid) issues.push({ path: 'validade', message: 'Escreva o dia por inteiro' });
  else if (expiresAt && expiresAt.toMillis() <= now.getTime()) {
    issues.push({ path: 'validade', message: 'Este dia já passou' });
  }
  if (issues.length > 0) throw new DomainError('validation_error', 'A chave não pôde ser criada.', { issues });
  const scopes = companyScopes.filter((scope) => form.get(boxOf(scope)));
  return { name, scopes, expiresAt: expiresAt?.toJSDate() ?? null };
}
