import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { DIRECTION } from '../../lib/locale.ts';
import type { Point } from './sums.ts';

export interface Series {
  key: string;
  label: string;
  /** The number of its color in tokens.css, 1 to 5. Without it, the position decides. */
  color?: number;
}

export interface FigureChartProps {
  kind: 'bars' | 'lines';
  points: readonly Point[];
  series: readonly Series[];
  /** The text of a point at the axis and in the tooltip. */
  nameOf: (name: string) => string;
  /** The text of a value at the axis and in the tooltip. */
  format: (value: number) => string;
}

const COLOR_COUNT = 5;
const TICK = { fill: 'var(--muted-foreground)', fontSize: 12 };
const CURSOR = { fill: 'var(--muted)', stroke: 'var(--border)' };
const TOOLTIP = {
  backgroundColor: 'var(--popover)',
  borderColor: 'var(--border)',
  borderRadius: 8,
  color: 'var(--popover-foreground)',
};
const TEXT_DIRECTION = { direction: DIRECTION };
const HEIGHT_PX = 264;
const AXIS_WIDTH_PX = 72;

/** Each color has at least 3:1 to the surface in both themes. */
function colorOf({ color }: Series, index: number): string {
  return `var(--chart-${String(color ?? (index % COLOR_COUNT) + 1)})`;
}

/**
 * A chart with one value axis. It is hidden from assistive technology: the table with the same values stands
 * beside it.
 */
export default function FigureChart({ kind, points, series, nameOf, format }: FigureChartProps) {
  const data = points.map(({ name, values }) => ({ name, ...values }));
  const isRtl = DIRECTION === 'rtl';
  const parts = [
    <CartesianGrid key="grid" vertical={false} stroke="var(--border)" />,
    <XAxis
      key="x"
      dataKey="name"
      tickFormatter={nameOf}
      tick={TICK}
      tickLine={false}
      axisLine={false}
      minTickGap={24}
      reversed={isRtl}
    />,
    <YAxis
      key="y"
      tickFormatter={format}
      tick={TICK}
      tickLine={false}
      axisLine={false}
      width={AXIS_WIDTH_PX}
      allowDecimals={false}
      orientation={isRtl ? 'right' : 'left'}
    />,
    <Tooltip
      key="tooltip"
      contentStyle={TOOLTIP}
      wrapperStyle={TEXT_DIRECTION}
      cursor={CURSOR}
      labelFormatter={(name) => (typeof name === 'string' ? nameOf(name) : '')}
      formatter={(value) => format(Number(value))}
      isAnimationActive={false}
    />,
    <Legend
      key="legend"
      iconType="square"
      itemSorter={null}
      wrapperStyle={TEXT_DIRECTION}
      formatter={(label) => <span className="text-foreground">{label}</span>}
    />,
  ];
  return (
    // Texts of an axis are placed by their end, which a right-to-left line would reverse.
    <div aria-hidden="true" dir="ltr" className="w-full min-w-0 overflow-hidden text-sm">
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        {kind === 'bars' ? (
          <BarChart data={data} accessibilityLayer={false}>
            {parts}
            {series.map((one, index) => (
              <Bar
                key={one.key}
                dataKey={one.key}
                name={one.label}
                stackId="all"
                fill={colorOf(one, index)}
                maxBarSize={48}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        ) : (
          <LineChart data={data} accessibilityLayer={false}>
            {parts}
            {series.map((one, index) => (
              <Line
                key={one.key}
                dataKey={one.key}
                name={one.label}
                stroke={colorOf(one, index)}
                strokeDasharray={index === 0 ? '0' : '6 4'}
                strokeWidth={2}
                connectNulls
                dot={points.length <= 31}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        )}
      </ResponsiveContainer>
    </div>
  );
}
