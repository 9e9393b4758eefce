import { type Request, type Response, Router } from 'express';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SimulatedRule, SimulatorControl } from '../../../domain/simulated-authority.ts';
import { failures } from '../../failures.ts';
import { type Field, fieldHtml, faultSummary, type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { framedPage } from '../../parts/frame.ts';
import { actingOn, admitted } from '../../session.ts';
import type { Integration } from './view.ts';

const sentences = {
  pronto: 'Pronto: vale para a próxima nota desta empresa.',
  parada: 'A autoridade simulada está parada, para todas as empresas, até voltar ao normal.',
  normal: 'Tudo ao normal: a autoridade simulada responde a todos, e o que estava preso segue.',
};

const effects = {
  recusar: 'Recusar a próxima nota',
  perder: 'Autorizar a próxima nota e perder a resposta',
  demorar: 'Demorar a responder à próxima nota',
  parar: 'Parar a autoridade',
} as const;
type Effect = keyof typeof effects;

const effectField: Field = {
  name: 'efeito',
  label: 'O que acontece',
  kind: 'choice',
  isRequired: true,
  choices: Object.entries(effects),
};
const codeField: Field = {
  name: 'codigo',
  label: 'Código da recusa (cStat)',
  kind: 'whole',
  most: 4,
  isShort: true,
  hint: 'Só para recusar. 539 é nota duplicada, 778 é NCM que não existe.',
};
const secondsField: Field = {
  name: 'segundos',
  label: 'Segundos de demora',
  kind: 'whole',
  most: 3,
  isShort: true,
  hint: 'Só para demorar, até 300.',
};
const fields = [effectField, codeField, secondsField];
const usual = { efeito: 'recusar', codigo: '778', segundos: '40' };

/** In local mode, lets people who integrate a system try what the real authority does on bad days. Without a simulator these pages do not exist. */
export function simulatorPages({ simulator }: Pick<PanelParts, 'simulator'>): Router {
  const router = Router();

  async function page(res: Response, shown: { state: FormState; done?: Markup | undefined }): Promise<void> {
    if (!simulator) return failures.unknown(res);
    const { person, company } = actingOn(res);
    const base = `/e/${company.taxId}`;
    const rules = await simulator.rules();
    res.send(simulatorHtml({ person, base, taxId: company.taxId, rules, ...shown }));
  }

  router
    .route('/e/:taxId/integracao/simulador')
    .get(admitted('simulator'), (req, res) => page(res, { state: unsent(usual), done: doneNotice(req, sentences) }))
    .post(admitted('steerSimulator'), async (req: Request, res) => {
      if (!simulator) return failures.unknown(res);
      const { company } = actingOn(res);
      const form = await readForm(req);
      const at = `/e/${company.taxId}/integracao/simulador`;
      if (form.get('normal')) {
        await simulator.clear();
        return res.redirect(303, doneAt(at, 'normal'));
      }
      const faults = await steered(simulator, form, company.taxId);
      if (faults === null) return res.redirect(303, doneAt(at, form.get('efeito') === 'parar' ? 'parada' : 'pronto'));
      const values = Object.fromEntries(fields.map(({ name }) => [name, form.get(name) ?? '']));
      res.status(400);
      await page(res, { state: { values, faults, fault: null } });
    });

  return router;
}

const toNotes = { service: 'NfeAutorizacao', times: 1 } as const;

/** @returns what is wrong, by field; null once the simulator took the rule */
async function steered(
  simulator: SimulatorControl,
  form: URLSearchParams,
  cnpj: string,
): Promise<Record<string, string> | null> {
  const asked = (Object.keys(effects) as Effect[]).find((each) => each === form.get('efeito'));
  const [cStat, seconds] = [Number(form.get('codigo')), Number(form.get('segundos'))];
  switch (asked) {
    case undefined:
      return { efeito: 'Escolha o que acontece.' };
    case 'recusar': {
      const isTaken = Number.isInteger(cStat) && (await simulator.add({ ...toNotes, cnpj, answer: { cStat } }));
      return isTaken ? null : { codigo: 'O simulador não conhece este código. Confira na tabela da SEFAZ.' };
    }
    case 'demorar':
      if (!Number.isInteger(seconds) || seconds < 1 || seconds > 300) return { segundos: 'Diga de 1 a 300 segundos.' };
      await simulator.add({ ...toNotes, cnpj, latencyMs: seconds * 1000 });
      return null;
    case 'perder':
      await simulator.add({ ...toNotes, cnpj, drop: 'after' });
      return null;
    case 'parar':
      await simulator.add({ paused: { cStat: 108 } });
      return null;
  }
}

type SimulatorView = Integration & {
  taxId: string;
  rules: SimulatedRule[];
  state: FormState;
  done?: Markup | undefined;
};

function simulatorHtml({ person, base, taxId, rules, state, done }: SimulatorView): string {
  const at = `${base}/integracao/simulador`;
  return framedPage({
    title: 'Autoridade simulada',
    here: 'integracao',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${base}/integracao">Integração</a></nav>
      <div class="head"><h1>Autoridade simulada</h1></div>
      ${done}
      <p>
        Aqui a SEFAZ é simulada. Escolha o que ela faz com a próxima NF-e ou NFC-e desta empresa, emita, e veja o que o
        seu sistema recebe.
      </p>
      <form method="post" action="${at}">
        ${faultSummary([{ title: '', fields }], state)}
        <div class="fields">${fields.map((field) => fieldHtml(field, state))}</div>
        <div class="actions"><button class="button">Fazer acontecer</button></div>
      </form>
      <section aria-labelledby="vale">
        <h2 id="vale">O que vale agora</h2>
        ${
          rules.length === 0
            ? html`<p class="soft">Nada: a autoridade simulada responde como a de verdade.</p>`
            : html`<ul class="bullets">
                  ${rules.map((rule) => html`<li>${ruleInWords(rule, taxId)}</li>`)}
                </ul>
                <form method="post" action="${at}">
                  <input type="hidden" name="normal" value="sim" />
                  <button class="button quiet">Voltar ao normal</button>
                </form>`
        }
      </section>`,
  });
}

function ruleInWords({ cnpj, times, answer, latencyMs, drop, paused }: SimulatedRule, taxId: string): string {
  const whose = cnpj === undefined ? 'de qualquer empresa' : cnpj === taxId ? 'desta empresa' : 'de outra empresa';
  const which =
    times === undefined
      ? `Toda nota ${whose}`
      : times === 1
        ? `A próxima nota ${whose}`
        : `As próximas ${times} notas ${whose}`;
  if (paused) return `A autoridade está parada (${paused.cStat}), até voltar ao normal.`;
  if (answer) return `${which} é recusada com o código ${answer.cStat}.`;
  if (latencyMs) return `${which} espera ${Math.round(latencyMs / 1000)} s pela resposta.`;
  if (drop) return `${which} perde a resposta${drop === 'after' ? ', depois de autorizada' : ''}.`;
  return `${which} segue uma regra escrita fora do painel.`;
}
