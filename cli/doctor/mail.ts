import { createMailer } from '../../adapters/mail/mailer.ts';
import type { Env } from '../../config/env.ts';
import type { Orm } from '../../config/orm.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { type Finding, findingsOf, within } from './finding.ts';

const patienceMs = 70_000;

/** Whether invitations to companies can be mailed, and lead back here; without offices nobody is invited. */
export async function checkMail(orm: Orm, { mail, publicUrl }: Pick<Env, 'mail' | 'publicUrl'>): Promise<Finding[]> {
  const { ok, failure } = findingsOf('mail');
  if (!mail) {
    const hasOffices = (await acrossCompanies(orm).count(Office)) > 0;
    if (!hasOffices) return [ok('não configurado, nem preciso enquanto não há escritórios')];
    const mend = 'defina LAVRA_SMTP_URL e LAVRA_MAIL_FROM no worker';
    return [failure('não configurado: os convites dos escritórios às empresas não saem', mend)];
  }
  const found: Finding[] = [];
  const reason = await within(patienceMs, createMailer(mail).check());
  if (reason === null)
    found.push(ok('folder' in mail ? `arquivos .eml em ${mail.folder}` : `aceito por ${hostOf(mail)}`));
  else found.push(failure(reason, 'confira LAVRA_SMTP_URL; os convites esperam e saem depois do conserto'));
  if (!publicUrl) {
    const mend = 'defina LAVRA_PUBLIC_URL no worker: o endereço em que as pessoas alcançam a API';
    found.push(failure('os convites não têm para onde levar', mend));
  }
  return found;
}

function hostOf({ smtpUrl }: { smtpUrl: string }): string {
  return new URL(smtpUrl).host;
}
