export function describeDuration(durationS: number): string {
  const minutes = Math.max(Math.round(durationS / 60), 1);
  if (minutes % 60 !== 0) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}
