import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ops = resolve(import.meta.dirname, '../../ops');

/** A query of a panel or rule, with its variables filled in as a reader of the dashboard would. */
export type Query = { where: string; expr: string };

type Panel = { type: string; title: string; targets?: { expr: string }[]; datasource?: { uid: string } };
type Dashboard = { uid: string; title: string; panels: Panel[]; templating: { list: { name: string }[] } };

const folder = join(ops, 'grafana', 'dashboards');
export const dashboards: Dashboard[] = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard,
);

/** Panels that show something. */
export const panels = dashboards.flatMap((dashboard) =>
  dashboard.panels.filter(({ type }) => type !== 'row').map((panel) => ({ ...panel, dashboard: dashboard.uid })),
);

export const panelQueries: Query[] = panels.flatMap(({ dashboard, title, targets = [] }) =>
  targets.map(({ expr }) => ({ where: `${dashboard}: ${title}`, expr: filled(expr) })),
);

function filled(expr: string): string {
  return expr.replaceAll('$__rate_interval', '1m').replaceAll('$__range', '1h').replaceAll('$environment', '.*');
}

/** Names of metrics in a query, and of recorded ones. */
export function metricsIn(expr: string): string[] {
  return expr.match(/\b(?:lavra[_:]|nodejs_|process_|temporal_)[\w:]*/g) ?? [];
}
