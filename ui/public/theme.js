// Runs before the first paint, so that a chosen theme does not flash the other one.
try {
  var chosen = localStorage.getItem('gloss-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch (denied) {
  console.info('The theme follows the system: storage is not available.', denied);
}
