"""What others supply: locks, licences, vendored files, bill of materials, known faults."""
