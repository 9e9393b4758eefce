import { type SilentWorker, silentWorkers } from '../../installations/worker-presence.ts';
import type { AttentionItem, AttentionReader } from './attention-item.ts';

/** Workers that died silently. They concern the whole installation, so that they are not reported for one company. */
export const deadWorkers: AttentionReader = async (em, { company, atMost }) => {
  const silent = company === null ? await silentWorkers(em) : [];
  return { items: silent.slice(0, atMost).map(itemOf), total: silent.length };
};

function itemOf({ place, seenAt, others }: SilentWorker): AttentionItem {
  const rest =
    others === 0
      ? 'Nenhum outro trabalha: nada anda. Inicie-o de novo.'
      : `${others} outro(s) trabalha(m). Inicie-o de novo, ou espere 10 minutos se ele não volta mais.`;
  return {
    what: 'worker',
    id: null,
    company: null,
    title: `worker ${place}`,
    kind: 'OURS',
    reason: `O worker parou sem se despedir: morreu ou travou. ${rest}`,
    since: seenAt,
    until: null,
    remedy: { kind: 'OPERATOR', subject: { task: 'START_WORKER' } },
  };
}
