import { expect, test } from 'vitest';
import { operatorRoles } from '../../domain/accounts/roles.ts';
import type { OperatorTask, Remedy } from '../../domain/conversation/remedy.ts';
import { sideForOperator, operatorRemedyHtml } from '../../panel/pages/all-attention/remedies.ts';
import { segmentsOf } from '../../panel/pages/authorities/strip.ts';
import { runAddresses } from '../../temporal/client.ts';

const now = new Date('2026-11-27T15:00:00Z');
const id = '01a1fe4b-7d3c-7a51-9a43-3f6a0d0c7f10';
const company = '11222333000181';
const place = { company, title: 'NF-e 1/7', until: null, now };

/** One remedy of each kind, with what an operator is offered for it: a new kind without a row does not compile. */
const remedies: { [Kind in Remedy['kind']]: [Extract<Remedy, { kind: Kind }>, string] } = {
  RETRY: [{ kind: 'RETRY', subject: { what: 'event', id, company } }, 'action="/o/atencao/tentar"'],
  RESOLVE: [{ kind: 'RESOLVE', subject: { documentId: id } }, `href="/o/atencao/${company}/${id}/decidir"`],
  RENEW_CERTIFICATE: [{ kind: 'RENEW_CERTIFICATE', subject: { company } }, `href="/o/empresas/${company}/certificado"`],
  REACTIVATE_ENDPOINT: [{ kind: 'REACTIVATE_ENDPOINT', subject: { endpointId: id } }, 'action="/o/atencao/reativar"'],
  REDELIVER_FAILED: [{ kind: 'REDELIVER_FAILED', subject: { endpointId: id } }, `/o/entregas?webhook=${id}`],
  SYNC: [{ kind: 'SYNC', subject: { company } }, 'action="/o/atencao/consultar"'],
  ANSWER_INVITATION: [
    { kind: 'ANSWER_INVITATION', subject: { company, office: company } },
    'action="/o/atencao/convite"',
  ],
  RESEND: [
    { kind: 'RESEND', subject: { mailId: id, company, email: 'ana@padaria.example', role: null } },
    'action="/o/atencao/reenviar"',
  ],
  CLOSE_AGAIN: [
    { kind: 'CLOSE_AGAIN', subject: { closingId: id, company, office: company, year: 2026, month: 10 } },
    'action="/o/atencao/fechar"',
  ],
  SET_NSU: [{ kind: 'SET_NSU', subject: { company, source: 'NFE', nsu: '7' } }, 'name="nsu" value="7"'],
  MEND_SALE: [{ kind: 'MEND_SALE', subject: { documentId: id } }, `href="/e/${company}/notas/${id}"`],
  GIVE_UP_REPLACED: [{ kind: 'GIVE_UP_REPLACED', subject: { noteId: id, company } }, 'action="/o/atencao/inutilizar"'],
  WAIT: [{ kind: 'WAIT', subject: null }, 'Nada a fazer'],
  OPERATOR: [{ kind: 'OPERATOR', subject: { task: 'EXAMINE', company } }, `/o/saude?empresa=${company}`],
};

const tasks: { [Task in OperatorTask['task']]: [Extract<OperatorTask, { task: Task }>, string] } = {
  EXAMINE: [{ task: 'EXAMINE', company: null }, 'href="/o/saude"'],
  SHOW_CONTINGENCY: [{ task: 'SHOW_CONTINGENCY', company }, `href="/o/autoridades/${company}"`],
  START_WORKER: [{ task: 'START_WORKER' }, 'npm run worker'],
  SAY_REGIME: [{ task: 'SAY_REGIME', company }, `href="/o/empresas/${company}/regime"`],
  SHOW_DIFFERENCES: [{ task: 'SHOW_DIFFERENCES', company, month: '2026-10' }, '/conferencias/2026-10'],
  ADD_RATES: [{ task: 'ADD_RATES' }, 'href="/o/tabelas"'],
};

const all: [Remedy, string][] = [
  ...Object.values(remedies),
  ...Object.values(tasks).map(([subject, words]): [Remedy, string] => [{ kind: 'OPERATOR', subject }, words]),
];

test.each(all)('%j: who operates has its button or its words, and who only looks no form', (remedy, words) => {
  const told = operatorRemedyHtml(remedy, { ...place, role: 'OPERATOR' }).text.replaceAll('&amp;', '&');
  expect(told).toContain(words);
  for (const role of operatorRoles) {
    const { text } = operatorRemedyHtml(remedy, { ...place, role });
    expect(text.replaceAll(/<[^>]+>/g, '').trim()).not.toBe('');
    if (role === 'OPERATOR_READER') expect(text).not.toContain('<form');
  }
});

test('what only has to be tried again is for who operates; what nobody can help waits for nobody', () => {
  expect(sideForOperator(remedies.RETRY[0])).toBe('OPERATOR');
  expect(sideForOperator(remedies.RESOLVE[0])).toBe('COMPANY');
  expect(sideForOperator(remedies.WAIT[0])).toBe('NOBODY');
});

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 27, hour));
const window = { from: at(10), until: at(20) };

test('a strip has no gaps: it begins with what was known at its beginning, and ends with how it stands', () => {
  const shut = { standing: 'SHUT', changedAt: at(12) } as const;
  const open = { standing: 'OPEN', changedAt: at(13) } as const;
  const present = { standing: 'OPEN', since: at(13) } as const;
  expect(segmentsOf([shut, open], present, window)).toEqual([
    { standing: null, from: at(10), until: at(12) },
    { standing: 'SHUT', from: at(12), until: at(13) },
    { standing: 'OPEN', from: at(13), until: at(20) },
  ]);
  const before = { standing: 'OPEN', changedAt: at(3) } as const;
  expect(segmentsOf([before, shut], { standing: 'SHUT', since: at(12) }, window)).toEqual([
    { standing: 'OPEN', from: at(10), until: at(12) },
    { standing: 'SHUT', from: at(12), until: at(20) },
  ]);
  expect(segmentsOf([], present, window)).toEqual([
    { standing: null, from: at(10), until: at(13) },
    { standing: 'OPEN', from: at(13), until: at(20) },
  ]);
});

test('a run is found in Temporal’s UI by its id, whatever stands in it', () => {
  expect(runAddresses('http://127.0.0.1:8233/', 'default')('emission/a b/1')).toBe(
    'http://127.0.0.1:8233/namespaces/default/workflows?query=WorkflowId%20%3D%20%22emission%2Fa%20b%2F1%22',
  );
});
