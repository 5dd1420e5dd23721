// Runs before the first paint, so that a chosen theme does not flash the other one, and text does not jump.
try {
  var root = document.documentElement;
  var chosen = localStorage.getItem('gloss-theme');
  if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
  // As `kit/reading-style.ts` writes it.
  var reading = JSON.parse(localStorage.getItem('gloss-reading') || 'null');
  if (reading) {
    root.style.setProperty('--text-size', reading.size / 16 + 'rem');
    root.style.setProperty('--text-leading', String(reading.leading));
    root.style.setProperty('--measure', reading.width + 'ch');
    root.style.setProperty(
      '--font-text',
      { sans: 'var(--font-ui)', system: 'system-ui, sans-serif' }[reading.face] ||
        'var(--font-book)',
    );
  }
} catch (denied) {
  console.info('The theme follows the system: storage is not available.', denied);
}
