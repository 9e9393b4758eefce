import { expect, test } from 'vitest';
import { rehearsalPage } from '../../../../domain/pages/rehearsal/rehearsal.ts';
import { RehearsalTally } from '../../../../domain/rehearsal/tally.ts';
import { about, finding, rehearsed } from '../../rehearsal/rehearsed.ts';

type About = typeof about;

test('the page says what would be refused, by whom and how to mend it, what changes, and what products lack', () => {
  const page = pageOf([
    rehearsed(),
    rehearsed({
      fate: 'REFUSED_BY_AUTHORITY',
      findings: [
        finding({
          by: 'AUTHORITY',
          code: '778',
          message: 'Rejeicao: NCM inexistente',
          mend: 'Corrija o NCM do produto.',
        }),
        finding({ by: 'WARNING', code: '', message: 'O PIS acabou.' }),
      ],
    }),
  ]);
  for (const said of [
    '<title>Ensaio de 04/01/2027 - Padaria São José Ltda</title>',
    '11.222.333/0001-81',
    '2 venda(s) autorizada(s) desde 28/10/2026',
    'supõem uma CBS de 8,8 %',
    '<b>778</b>',
    'Corrija o NCM do produto.',
    '<code>items[].ncm</code>',
    'O PIS acabou.',
    'Café torrado',
    '-4,06',
    '+19,66',
  ])
    expect(page).toContain(said);
  expect(page).not.toContain('ICMS-ST');
});

test('if nothing is refused and no authority checked, the page says so', () => {
  const page = pageOf([rehearsed({ fate: 'NOT_JUDGED' })], {
    unjudged: 'Sem julgamento.',
    cbs: { kind: 'IN_FORCE', rate: '0.9' },
  });
  expect(page).toContain('<p>Nada.</p>');
  expect(page).toContain('<p class="notice">Sem julgamento.</p>');
  expect(page).toContain('As regras da autoridade não foram consultadas.');
});

test('an unpublished rate of CBS stands at the top, and amounts that depend on it are not printed', () => {
  const page = pageOf([rehearsed()], { cbs: { kind: 'UNKNOWN', standIn: '0.9' } });
  expect(page).toMatch(/<p class="notice">A alíquota da CBS desse dia ainda não está publicada/);
  expect(page).toContain('depende da CBS');
  expect(page).not.toContain('10,83');
});

test('what a sale says is text, whatever it is', () => {
  const page = pageOf([rehearsed({ findings: [finding({ message: '<script>alert(1)</script>' })] })]);
  expect(page).not.toContain('<script>');
});

function pageOf(sales: Parameters<RehearsalTally['add']>[0][], said: Partial<About> = {}): string {
  const tally = new RehearsalTally();
  for (const sale of sales) tally.add(sale);
  return rehearsalPage(tally.report({ ...about, ...said }));
}
