import { useQuery } from '@tanstack/react-query';
import { Label } from '../../components/ui/label.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import { formatAmount } from '../../lib/format-amount.ts';
import { formatCount, formatPlainDate, formatPlainDay } from '../../lib/format.ts';
import { useSearchParamChoice } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import { figuresQuery } from './api.ts';
import type { DayRange } from './day-range.ts';
import { FigureSection, type FigureColumn } from './figure-section.tsx';
import { DIMENSION_LABELS, groupColor, groupLabel, MEASURE_LABELS } from './figure-texts.ts';
import { DIMENSIONS, groupsOf, MEASURES, pointsByDay, type Point } from './sums.ts';

interface VolumeSectionProps {
  adminId: string;
  range: DayRange;
}

/** What was submitted on each day, by result, kind or method. */
export function VolumeSection({ adminId, range }: VolumeSectionProps) {
  const [dimension, setDimension] = useSearchParamChoice('by', DIMENSIONS);
  const [measure, setMeasure] = useSearchParamChoice('measure', MEASURES);
  const figures = useQuery(figuresQuery(adminId, range));
  const format = (value: number) =>
    measure === 'amount' ? formatAmount(value, 'USD') : formatCount(value);
  const groups = groupsOf(figures.data ?? [], dimension);
  const points =
    figures.data === undefined
      ? undefined
      : groups.length === 0
        ? []
        : pointsByDay(figures.data, range, dimension, measure);
  const columns: FigureColumn<Point>[] = [
    {
      header: m.figures_day(),
      value: ({ name }) => name,
      text: ({ name }) => formatPlainDate(name),
    },
    ...groups.map((group) => ({
      header: groupLabel(dimension, group),
      value: ({ values }: Point) => values[group] ?? 0,
      text: ({ values }: Point) => format(values[group] ?? 0),
    })),
  ];
  return (
    <FigureSection
      title={m.figures_volume()}
      fileName="beaconpay-volume"
      controls={
        <>
          <Choice
            label={m.figures_by()}
            value={dimension}
            labels={DIMENSION_LABELS}
            onChoose={setDimension}
          />
          <Choice
            label={m.figures_measure()}
            value={measure}
            labels={MEASURE_LABELS}
            onChoose={setMeasure}
          />
        </>
      }
      chart={{
        kind: 'bars',
        points: points ?? [],
        series: groups.map((group) => ({
          key: group,
          label: groupLabel(dimension, group),
          ...groupColor(dimension, group),
        })),
        nameOf: formatPlainDay,
        format,
      }}
      columns={columns}
      rows={points}
      rowKey={({ name }) => name}
      query={figures}
    />
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  labels: Readonly<Record<string, string>>;
  onChoose: (value: string) => void;
}

function Choice({ label, value, labels, onChoose }: ChoiceProps) {
  return (
    <Label className="flex items-center gap-2">
      <span className="sr-only">{label}</span>
      <NativeSelect value={value} onChange={({ target }) => onChoose(target.value)}>
        {Object.entries(labels).map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </NativeSelect>
    </Label>
  );
}
