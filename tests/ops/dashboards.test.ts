import { expect, test } from 'vitest';
import { dashboards, metricsIn, panels } from './dashboards.ts';

test('every panel asks something, of the datasource that its reader chooses', () => {
  for (const { dashboard, title, targets = [], datasource } of panels) {
    expect({ dashboard, title, asks: targets.length > 0, of: datasource?.uid }).toMatchObject({
      asks: true,
      of: '${datasource}',
    });
    for (const { expr } of targets)
      expect({ title, metrics: metricsIn(expr).length > 0 }).toEqual({ title, metrics: true });
  }
  expect(dashboards.map(({ uid }) => uid).toSorted()).toEqual(['lavra-documents', 'lavra-service']);
  for (const { templating } of dashboards) expect(templating.list.map(({ name }) => name)).toContain('datasource');
});

test('figures that every worker tells are never added up as they come', () => {
  for (const { title, targets = [] } of panels) {
    for (const { expr } of targets) {
      for (const [at] of expr.matchAll(/(\w+)( by \([^)]*\))? ?\(lavra_installation_/g)) {
        expect({ title, at: /^(max|min)\b/.test(at) ? 'max' : at }).toEqual({ title, at: 'max' });
      }
    }
  }
});
