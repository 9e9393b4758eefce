import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LinkInvitation } from '../../domain/offices/link-invitation.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { invitationOf } from '../support/rows/invitation.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel.close());

const em = () => acrossCompanies(panel.orm);
const linkNow = (id: string) => em().findOneOrFail(OfficeLink, { id });

async function stage(name = 'Contábil Horizonte') {
  const { company } = await newCompany(panel.orm);
  const { office } = await newOffice(panel.orm, { name });
  return { company, office, admin: await panel.person(company.id), here: `/e/${company.taxId}/escritorio` };
}

test('a company without an office reads how one comes', async () => {
  const { admin, here } = await stage();
  expect((await admin.get(here)).text).toContain('Nenhum escritório tem acesso');
});

test('who administers accepts what was asked for, and lets the office issue or not; its mail opens no more', async () => {
  const attack = '<script>alert(1)</script>';
  const { company, office, admin, here } = await stage(`Contábil ${attack}`);
  const invitation = await invitationOf(panel.orm, office, company);
  const { id } = await em().findOneOrFail(OfficeLink, { office: office.id, company: company.id });
  const { text } = await admin.get(here);
  for (const words of ['pede acesso', 'Contábil &lt;script&gt;', `${here}/${id}/aceitar`, 'manifesta-se sobre elas']) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain(attack);
  expect(text).not.toContain('PENDING');

  const accepted = await admin.post(`${here}/${id}/aceitar`);
  expect([accepted.status, accepted.location]).toEqual([303, `${here}?feito=aceito`]);
  expect(await linkNow(id)).toMatchObject({ status: 'ACTIVE', issuingAllowed: false });
  expect((await em().findOneOrFail(LinkInvitation, { id: invitation.id })).usedAt).not.toBeNull();
  const again = await admin.post(`${here}/${id}/aceitar`, { emite: 'sim' });
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('O vínculo mudou enquanto')]);
  expect(await linkNow(id)).toMatchObject({ issuingAllowed: false });

  expect((await admin.post(`${here}/${id}/emissao`, { emite: 'sim' })).location).toBe(`${here}?feito=emite`);
  expect(await linkNow(id)).toMatchObject({ issuingAllowed: true });
  expect((await admin.post(`${here}/${id}/emissao`, { emite: 'nao' })).location).toBe(`${here}?feito=nao-emite`);
  expect((await admin.post(`${here}/${id}/encerrar`)).location).toBe(`${here}?feito=encerrado`);
  expect(await linkNow(id)).toMatchObject({ status: 'ENDED', issuingAllowed: false });

  const after = (await admin.get(here)).text.replaceAll(/\s+/g, ' ');
  for (const words of [
    'Não têm mais acesso',
    'Ana Ribeiro encerrou o vínculo com o escritório',
    'Ana Ribeiro deixou o escritório emitir notas',
    'Lavra pediu um vínculo com a empresa',
  ]) {
    expect(after).toContain(words);
  }
  const kinds = await em().execute<{ actor_kind: string }[]>(
    `select actor_kind from audit_entry where subject_id = ? and action <> 'LINK_REQUESTED'`,
    [id],
  );
  expect(kinds.map(({ actor_kind }) => actor_kind)).toEqual(['PERSON', 'PERSON', 'PERSON', 'PERSON']);
});

test('accepting may let the office issue at once; refusing gives it nothing', async () => {
  const { company, office, admin, here } = await stage();
  const { id } = await linkOf(panel.orm, office, company, { status: 'PENDING' });
  await admin.post(`${here}/${id}/aceitar`, { emite: 'sim' });
  expect(await linkNow(id)).toMatchObject({ status: 'ACTIVE', issuingAllowed: true });
  const { office: second } = await newOffice(panel.orm, { name: 'Outro' });
  const { id: other } = await linkOf(panel.orm, second, company, { status: 'PENDING' });
  const occupied = await admin.post(`${here}/${other}/aceitar`);
  expect([occupied.status, occupied.text]).toEqual([400, expect.stringContaining('já está vinculada a outro')]);
  expect((await admin.post(`${here}/${other}/recusar`)).location).toBe(`${here}?feito=recusado`);
  expect(await linkNow(other)).toMatchObject({ status: 'REFUSED' });
});

test('a link of another company is not there, nor one that is made up', async () => {
  const mine = await stage();
  const theirs = await stage();
  const { id } = await linkOf(panel.orm, theirs.office, theirs.company, { status: 'PENDING' });
  expect((await mine.admin.get(mine.here)).text).toContain('Nenhum escritório tem acesso');
  for (const wrong of [id, theirs.office.id, randomUUID(), `x'--`]) {
    for (const act of ['aceitar', 'recusar', 'emissao', 'encerrar']) {
      const { status } = await mine.admin.post(`${mine.here}/${wrong}/${act}`, { emite: 'sim' });
      expect([act, status]).toEqual([act, 404]);
    }
  }
  expect(await linkNow(id)).toMatchObject({ status: 'PENDING' });
});

test('who did not prove lately who she is gives and ends nothing, but may refuse', async () => {
  const { company, office, admin, here } = await stage();
  const { id } = await linkOf(panel.orm, office, company, { status: 'PENDING' });
  await em().execute(`update panel_session set confirmed_at = now() - interval '11 minutes' where person_id = ?`, [
    admin.id,
  ]);
  for (const act of ['aceitar', 'emissao', 'encerrar']) {
    expect((await admin.post(`${here}/${id}/${act}`, { emite: 'sim' })).status).toBe(403);
  }
  expect(await linkNow(id)).toMatchObject({ status: 'PENDING', issuingAllowed: false });
  expect((await admin.post(`${here}/${id}/recusar`)).status).toBe(303);
});
