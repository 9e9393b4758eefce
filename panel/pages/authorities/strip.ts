import type { Standing } from '../../../domain/conversation/authority.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';

/** A period in which a service had one standing; null before it was first judged. */
export type Segment = { standing: Standing | null; from: Date; until: Date };

/**
 * The standings of a service between two instants, without gaps.
 *
 * @param changes its changes, the oldest first; one from before `from` gives the standing at the beginning
 * @param present its standing at the end, and since when
 */
export function segmentsOf(
  changes: readonly { standing: Standing; changedAt: Date }[],
  present: { standing: Standing; since: Date },
  { from, until }: { from: Date; until: Date },
): Segment[] {
  const known = changes.length > 0 ? changes : [{ standing: present.standing, changedAt: present.since }];
  const segments: Segment[] = [];
  let standing: Standing | null = null;
  let begun = from;
  for (const change of known) {
    if (change.changedAt > begun) {
      segments.push({ standing, from: begun, until: change.changedAt });
      begun = change.changedAt;
    }
    ({ standing } = change);
  }
  return begun < until ? [...segments, { standing, from: begun, until }] : segments;
}

/** Each standing by its place on the strip, so that nobody needs the colours: a working service is a line, an outage sticks out. */
const shapes: Record<Standing | 'UNKNOWN', { y: number; height: number }> = {
  OPEN: { y: 9, height: 6 },
  SHUT: { y: 0, height: 24 },
  CLOSING: { y: 4, height: 16 },
  OFF: { y: 11, height: 2 },
  UNKNOWN: { y: 11, height: 2 },
};

/** The segments as a picture with a text alternative, `label`. */
export function strip(segments: readonly Segment[], label: string): Markup {
  const [first, last] = [segments[0]?.from.getTime() ?? 0, segments.at(-1)?.until.getTime() ?? 1];
  const at = (moment: Date): number => Math.round(((moment.getTime() - first) / (last - first)) * 10_000) / 10;
  return html`<svg class="strip" viewBox="0 0 1000 24" preserveAspectRatio="none" role="img" aria-label="${label}">
    ${segments.map(({ standing, from, until }) => {
      const { y, height } = shapes[standing ?? 'UNKNOWN'];
      // Even an outage of seconds stays visible.
      const width = Math.max(3, at(until) - at(from));
      return html`<rect
        data-standing="${standing ?? 'UNKNOWN'}"
        x="${at(from)}"
        y="${y}"
        width="${width}"
        height="${height}"
      />`;
    })}
  </svg>`;
}
